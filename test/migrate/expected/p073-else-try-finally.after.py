"""else branches, nested guards, try/finally around device work."""
import torch

log = []


def guarded(rows):
    if torch.accelerator.is_available():
        try:
            rows = rows.to(torch.accelerator.current_accelerator())
            torch.accelerator.synchronize()
        except RuntimeError:
            log.append("failed")
            torch.accelerator.empty_cache()
            raise
        else:
            log.append("moved")
        finally:
            torch.accelerator.empty_cache()
    else:
        log.append("stayed")
    return rows.sum().item()


def nested(flag):
    if flag:
        if torch.accelerator.is_available():
            return torch.accelerator.current_device_index()
        else:
            return -1
    elif not torch.accelerator.is_available():
        return -2
    else:
        torch.accelerator.synchronize()
        return -3


if __name__ == "__main__":
    print(guarded(torch.ones(4)), nested(True), nested(False), log)
