"""Modules that make tensors in forward: literals, .cuda(), is_cuda, and a device property."""
import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("steps", torch.arange(size))
        self.gain = nn.Parameter(torch.tensor(2.0))

    @property
    def device(self):
        return self.gain.device

    def forward(self, rows):
        bias = torch.ones(rows.shape[-1])
        if rows.device.type != "cpu":
            bias = bias.to(torch.accelerator.current_accelerator())
        mask = torch.ones(1).to(torch.accelerator.current_accelerator()) if self.device.type not in ("cpu", "meta") else torch.ones(1)
        return rows * self.gain + bias * mask + self.steps[: rows.shape[-1]]


if __name__ == "__main__":
    model = Positions(4)
    rows = torch.zeros(3)
    if torch.accelerator.is_available():
        model, rows = model.to(torch.accelerator.current_accelerator()), rows.to(torch.accelerator.current_accelerator())
    print(model(rows).tolist(), model.device.type == rows.device.type)
