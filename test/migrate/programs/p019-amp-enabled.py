"""`enabled=` given, dtype given, nested autocast off, the scaler's state kept."""
import torch

use_amp = torch.cuda.is_available()
device = torch.device("cuda" if use_amp else "cpu")
scaler = torch.cuda.amp.GradScaler(init_scale=1024.0, enabled=use_amp)


def forward(a, b):
    with torch.cuda.amp.autocast(enabled=use_amp, dtype=torch.bfloat16):
        product = a @ b
        with torch.cuda.amp.autocast(enabled=False):
            exact = a.float() @ b.float()
    return product, exact


def forward_modern(a, b):
    with torch.autocast("cuda", enabled=use_amp):
        return a @ b


if __name__ == "__main__":
    a = torch.tensor([[1.003, 2.007]], device=device)
    b = torch.tensor([[3.001], [0.999]], device=device)
    product, exact = forward(a, b)
    print(product.dtype, exact.dtype, f"{product.item():.4f} {exact.item():.4f}")
    print(forward_modern(a, b).dtype, scaler.get_scale(), sorted(scaler.state_dict()))
