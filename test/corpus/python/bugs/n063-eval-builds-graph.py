import torch
from torch import nn


def test(model, device, test_loader):
    model.eval()
    correct, test_loss = 0, 0.0
    for data, target in test_loader:
        data, target = data.to(device), target.to(device)
        output = model(data)  # BUG: missing-no-grad
        test_loss += nn.functional.cross_entropy(output, target, reduction="sum").item()
        correct += output.argmax(1).eq(target).sum().item()
    return test_loss, correct


if __name__ == "__main__":
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    test(nn.Linear(4, 3).to(dev), dev, [(torch.randn(5, 4), torch.randint(0, 3, (5,)))])
