from dataclasses import dataclass, fields, replace
import torch
from torch import nn


@dataclass
class Batch:
    ids: torch.Tensor
    mask: torch.Tensor
    texts: list

    def to(self, device):
        moved = {f.name: getattr(self, f.name).to(device) for f in fields(self) if torch.is_tensor(getattr(self, f.name))}
        return replace(self, **moved)


def run(emb, batch, device):
    batch = batch.to(device)
    return (emb(batch.ids) * batch.mask[..., None]).sum(1)


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    run(nn.Embedding(9, 2).to(d), Batch(torch.tensor([[1, 2]]), torch.ones(1, 2), ["ab"]), d)
