"""Line ends of another system."""
import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def tidy(rows):
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    if torch.accelerator.is_available():
        rows = rows.to(device)
        torch.accelerator.synchronize()
    text = """torch.cuda
    stays"""
    return rows.sum().item(), text.count("cuda"), len(text.splitlines())


if __name__ == "__main__":
    print(tidy(torch.ones(2)), torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0, device)
