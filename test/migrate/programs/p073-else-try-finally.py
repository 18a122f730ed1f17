"""else branches, nested guards, try/finally around device work."""
import torch

log = []


def guarded(rows):
    if torch.cuda.is_available():
        try:
            rows = rows.to("cuda")
            torch.cuda.synchronize()
        except RuntimeError:
            log.append("failed")
            torch.cuda.empty_cache()
            raise
        else:
            log.append("moved")
        finally:
            torch.cuda.empty_cache()
    else:
        log.append("stayed")
    return rows.sum().item()


def nested(flag):
    if flag:
        if torch.cuda.is_available():
            return torch.cuda.current_device()
        else:
            return -1
    elif not torch.cuda.is_available():
        return -2
    else:
        torch.cuda.synchronize()
        return -3


if __name__ == "__main__":
    print(guarded(torch.ones(4)), nested(True), nested(False), log)
