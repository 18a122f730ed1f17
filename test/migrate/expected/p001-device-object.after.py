"""Fit a line on whatever device there is."""
import torch
from torch import nn

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def fit(steps):
    torch.manual_seed(0)
    model = nn.Linear(1, 1).to(device)
    nn.init.constant_(model.weight, 0.5)
    nn.init.zeros_(model.bias)
    xs = torch.linspace(-1, 1, 8, device=device).unsqueeze(1)
    ys = 3 * xs + 1
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(xs) - ys) ** 2).mean()
        loss.backward()
        optimizer.step()
    return model.weight.item(), model.bias.item()


if __name__ == "__main__":
    slope, offset = fit(40)
    print(f"slope {slope:.3f} offset {offset:.3f} on {device}")
    print(device.type, device.index, device)
