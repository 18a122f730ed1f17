import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from accelerate import Accelerator


def main():
    accelerator = Accelerator()
    model = nn.Linear(3, 2)
    opt = torch.optim.AdamW(model.parameters())
    data = DataLoader(TensorDataset(torch.randn(8, 3), torch.randint(0, 2, (8,))), batch_size=4)
    model, opt, data = accelerator.prepare(model, opt, data)
    for x, y in data:
        loss = nn.functional.cross_entropy(model(x), y)
        accelerator.backward(loss)
        opt.step()
        opt.zero_grad()
    noise = torch.randn(2, 3, device=accelerator.device)
    return model(noise)


if __name__ == "__main__":
    main()
