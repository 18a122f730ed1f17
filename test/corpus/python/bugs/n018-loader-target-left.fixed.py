import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train(args):
    device = torch.device(args["device"])
    ds = TensorDataset(torch.randn(16, 4), torch.randint(0, 3, (16,)))
    loader = DataLoader(ds, batch_size=4, shuffle=True)
    model = nn.Linear(4, 3).to(device)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    for i, (data, target) in enumerate(loader):
        data, target = data.to(device), target.to(device)
        opt.zero_grad()
        loss = criterion(model(data), target)
        loss.backward()
        opt.step()
        if i % 2 == 0:
            print(f"loss {loss.item():.3f}")


if __name__ == "__main__":
    train({"device": "cuda"})
