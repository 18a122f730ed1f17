from dataclasses import dataclass
import torch
from torch import nn


@dataclass
class GraphBatch:
    x: torch.Tensor
    edge_index: torch.Tensor
    batch: torch.Tensor

    def to(self, device):
        return GraphBatch(self.x.to(device), self.edge_index.to(device), self.batch)  # BUG: container-to-incomplete


class GNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 2)

    def forward(self, g, n_graphs):
        h = self.lin(g.x)
        src, dst = g.edge_index
        h = h.index_add(0, dst, h[src])
        return h.new_zeros(n_graphs, 2).index_add(0, g.batch, h)  # RAISES-AT


if __name__ == "__main__":
    device = torch.device("cuda")
    g = GraphBatch(torch.randn(4, 3), torch.tensor([[0, 1], [1, 2]]), torch.tensor([0, 0, 1, 1]))
    GNN().to(device)(g.to(device), 2)
