"""autocast as a decorator, bare and with arguments."""
import torch


@torch.amp.autocast("cuda")
def project(x, weight):
    return x @ weight


class Head(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.full((2, 2), 1.003))

    @torch.amp.autocast("cuda", enabled=False)
    def forward(self, x):
        return x @ self.weight


if __name__ == "__main__":
    x = torch.tensor([[1.001, 2.003]])
    print(project(x, torch.eye(2)).dtype, project(x, torch.eye(2)).tolist() == x.tolist())
    print(Head()(x).dtype)
