"""Switches of backends, matmul precision, attention kernels."""
import torch

torch.backends.cudnn.benchmark = True
torch.backends.cudnn.deterministic = False
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True


def configure(strict):
    torch.backends.cudnn.benchmark = not strict
    if strict:
        torch.use_deterministic_algorithms(True, warn_only=True)
    if torch.cuda.is_available():
        torch.backends.cuda.matmul.allow_tf32 = not strict
        torch.backends.cudnn.enabled = True
    return torch.backends.cudnn.benchmark


if __name__ == "__main__":
    print(configure(True), configure(False), torch.backends.cuda.matmul.allow_tf32)
    print(torch.get_float32_matmul_precision())
