"""A module variable `device`, and functions that never mention it."""
import torch

use_cuda = torch.accelerator.is_available()
device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
model = torch.nn.Linear(2, 1, bias=False)
torch.nn.init.constant_(model.weight, 2.0)
if use_cuda:
    model.to(device)


def predict(rows):
    rows = torch.as_tensor(rows)
    if use_cuda:
        rows = rows.to(device)
    with torch.no_grad():
        return model(rows).squeeze(1).cpu().tolist()


def mask(size):
    keep = torch.ones(size)
    keep[0] = 0
    return keep.to(device) if use_cuda else keep


if __name__ == "__main__":
    print(predict([[1.0, 2.0], [0.5, 0.25]]))
    print(mask(3).sum().item(), mask(2).device.type == device.type)
