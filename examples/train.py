"""Trains the classifier for a few steps."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def build_model(device):
    return nn.Sequential(nn.Flatten(), nn.Linear(60, 16), nn.ReLU(), nn.Linear(16, 3)).to(device)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = build_model(device)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    data = TensorDataset(torch.randn(32, 10, 6), torch.randint(0, 3, (32,)))

    total = 0.0
    for windows, labels in DataLoader(data, batch_size=8, shuffle=True):
        windows = windows.to(device)
        labels.to(device)
        noise = 0.01 * torch.randn(windows.shape)
        loss = criterion(model(windows + noise), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
    print(f"mean loss {float(total) / 4:.3f}")


if __name__ == "__main__":
    main()
