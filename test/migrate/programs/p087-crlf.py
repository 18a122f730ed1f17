"""Line ends of another system."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def tidy(rows):
    torch.cuda.empty_cache()
    if torch.cuda.is_available():
        rows = rows.cuda()
        torch.cuda.synchronize()
    text = """torch.cuda
    stays"""
    return rows.sum().item(), text.count("cuda"), len(text.splitlines())


if __name__ == "__main__":
    print(tidy(torch.ones(2)), torch.cuda.memory_allocated(), device)
