"""A trainer with self.device, and .cuda() beside it."""
import torch


class Trainer:
    def __init__(self, width):
        self.device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
        self.use_cuda = torch.accelerator.is_available()
        self.model = torch.nn.Linear(width, 1, bias=False)
        torch.nn.init.ones_(self.model.weight)
        if self.use_cuda:
            self.model = self.model.to(torch.accelerator.current_accelerator())

    def batch(self, rows):
        if self.use_cuda:
            rows = rows.to(self.device, non_blocking=True)
        return rows

    def score(self, rows):
        out = self.model(self.batch(rows))
        target = torch.zeros_like(out)
        if torch.accelerator.is_available():
            target = target.to(self.device)
        return ((out - target) ** 2).mean().item()


if __name__ == "__main__":
    trainer = Trainer(3)
    print(trainer.score(torch.tensor([[1.0, 2.0, 3.0]])), trainer.batch(torch.ones(2)).sum().item())
    print(next(trainer.model.parameters()).device.type == trainer.device.type)
