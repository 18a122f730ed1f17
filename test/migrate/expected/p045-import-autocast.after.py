"""from torch.cuda.amp import (autocast, GradScaler) over several lines."""
import torch
from torch.amp import (
    GradScaler,
    autocast,
)
from torch.optim import SGD


def run(enabled):
    place = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    weight = torch.nn.Parameter(torch.tensor([[1.003, 0.501]], device=place))
    optimizer = SGD([weight], lr=0.1)
    scaler = GradScaler(place, init_scale=128.0, enabled=enabled and torch.accelerator.is_available())
    rows = torch.tensor([[1.007], [2.003]], device=place)
    with autocast(device_type=place, enabled=enabled and torch.accelerator.is_available()):
        loss = (weight @ rows).float().sum()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_([weight], 10.0)
    scaler.step(optimizer)
    scaler.update()
    return [round(v, 4) for v in weight.detach().flatten().tolist()], scaler.is_enabled()


if __name__ == "__main__":
    print(run(True))
    print(run(False))
