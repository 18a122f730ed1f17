import torch


def sinkhorn(cost, eps=0.1, iters=3):
    n, m = cost.shape
    k = torch.exp(-cost / eps)
    a, b = cost.new_ones(n) / n, cost.new_ones(m) / m
    u = torch.ones_like(a)
    for _ in range(iters):
        v = b / (k.t() @ u)
        u = a / (k @ v)
    return u[:, None] * k * v


class OTLoss(torch.nn.Module):
    def forward(self, x, y):
        cost = torch.cdist(x, y)
        return (sinkhorn(cost.detach()) * cost).sum()


if __name__ == "__main__":
    d = torch.device("cuda")
    OTLoss()(torch.randn(3, 2, device=d, requires_grad=True), torch.randn(4, 2, device=d)).backward()
