"""Old typed constructors: from data, from sizes, aliased."""
import torch

if torch.cuda.is_available():
    FloatTensor = torch.cuda.FloatTensor
    LongTensor = torch.cuda.LongTensor
else:
    FloatTensor = torch.FloatTensor
    LongTensor = torch.LongTensor

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def labels():
    if torch.accelerator.is_available():
        return torch.tensor([2, 0, 1], dtype=torch.int64, device=torch.accelerator.current_accelerator())
    return torch.LongTensor([2, 0, 1])


def noise(rows):
    shape = Tensor(rows, 2)
    return shape.fill_(0.5).sum().item()


def scores():
    if not torch.accelerator.is_available():
        return [0.5, 1.5]
    return torch.tensor([0.5, 1.5], dtype=torch.float16, device=torch.accelerator.current_accelerator()).tolist()


if __name__ == "__main__":
    print(FloatTensor([1.0, 2.0]).sum().item(), LongTensor([1, 2]).dtype, labels().tolist())
    print(noise(3), scores(), Tensor([3.0]).dtype)
