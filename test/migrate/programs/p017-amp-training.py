"""Mixed precision: autocast and the scaler belong together; on a CPU both are off."""
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(steps):
    model = nn.Linear(3, 1, bias=False).to(device)
    nn.init.constant_(model.weight, 0.1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    scaler = torch.cuda.amp.GradScaler()
    rows = torch.tensor([[1.001, 2.003, 3.007], [0.501, 0.25, 0.125]], device=device)
    wanted = torch.tensor([[1.0], [0.5]], device=device)
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.cuda.amp.autocast():
            guess = model(rows)
            loss = ((guess.float() - wanted) ** 2).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    return model.weight.detach().cpu().flatten().tolist(), guess.dtype, scaler.is_enabled()


if __name__ == "__main__":
    weights, kind, enabled = train(3)
    print([f"{weight:.5f}" for weight in weights])
    print(kind, enabled)
