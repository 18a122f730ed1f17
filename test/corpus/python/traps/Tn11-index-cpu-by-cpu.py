import torch


class Buffer:
    def __init__(self, n, dim, device):
        self.data = torch.zeros(n, dim)
        self.device = device

    def batches(self, k):
        order = torch.randperm(len(self.data))
        for idx in order.split(k):
            yield self.data[idx].to(self.device)

    def pick(self, weights):
        i = torch.multinomial(weights, 1)
        return self.data[i.cpu()].to(self.device)


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    b = Buffer(6, 2, d)
    net = torch.nn.Linear(2, 1).to(d)
    sum(net(x).sum() for x in b.batches(2)).backward()
    b.pick(torch.ones(6, device=d))
