"""is_cuda of tensors, parameters and modules."""
import torch


def host(rows):
    return rows.cpu().numpy().tolist() if rows.device.type != "cpu" else rows.numpy().tolist()


def on_card(module):
    return next(module.parameters()).is_cuda


def check(rows, other):
    assert rows.is_cuda == other.is_cuda, "mixed devices"
    if not rows.is_cuda:
        return "host"
    return rows.get_device()


if __name__ == "__main__":
    device = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    rows = torch.arange(3.0, device=device)
    layer = torch.nn.Linear(1, 1).to(device)
    print(host(rows), on_card(layer) == torch.accelerator.is_available(), check(rows, rows + 1))
