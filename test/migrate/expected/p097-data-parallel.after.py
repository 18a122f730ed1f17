"""DataParallel where there are several cards, module attribute unwrapped."""
import torch
from torch import nn

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def build():
    model = nn.Linear(2, 1, bias=False)
    nn.init.ones_(model.weight)
    if torch.cuda.device_count() > 1:
        print("using", torch.accelerator.device_count(), "cards")
        model = nn.DataParallel(model)
    return model.to(device)


def unwrap(model):
    return model.module if isinstance(model, nn.DataParallel) else model


def wrap_all(model):
    if torch.cuda.is_available():
        return nn.DataParallel(model, device_ids=list(range(torch.accelerator.device_count()))).to(device)
    return model


if __name__ == "__main__":
    model = build()
    print(model(torch.tensor([[1.0, 2.0]], device=device)).item(), type(unwrap(model)).__name__)
    print(type(wrap_all(nn.Identity())).__name__ in ("DataParallel", "Identity"))
