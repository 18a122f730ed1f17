"""A trainer as in many repositories: configuration, mixed precision, logging, checkpoints, several habits at once."""
import io
import logging

import torch
from torch import nn
from torch.amp import GradScaler, autocast

log = logging.getLogger(__name__)


class Trainer:
    def __init__(self, model, lr=0.1, amp=True, device=None):
        self.use_cuda = torch.accelerator.is_available()
        self.device = device or (torch.device(torch.accelerator.current_accelerator().type, 0) if torch.accelerator.is_available() else torch.device("cpu"))
        self.model = model.to(self.device)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr)
        self.amp = amp and self.use_cuda
        self.scaler = GradScaler("cuda", init_scale=64.0, enabled=self.amp)
        self.history = []

    def step(self, rows, wanted):
        rows = rows.to(self.device, non_blocking=self.use_cuda)
        wanted = wanted.to(torch.accelerator.current_accelerator()) if self.use_cuda else wanted
        self.optimizer.zero_grad(set_to_none=True)
        with autocast(device_type=self.device.type, enabled=self.amp):
            loss = nn.functional.mse_loss(self.model(rows), wanted)
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.history.append(loss.item())

    def report(self):
        if self.use_cuda:
            torch.accelerator.synchronize()
            log.info("peak %.1f MB", torch.accelerator.max_memory_allocated() / 2 ** 20)
            torch.accelerator.reset_peak_memory_stats()
        return self.history[-1] < self.history[0]

    def checkpoint(self):
        store = io.BytesIO()
        torch.save({"model": self.model.state_dict(), "scaler": self.scaler.state_dict()}, store)
        store.seek(0)
        loaded = torch.load(store, map_location=self.device if self.use_cuda else "cpu")
        return sorted(loaded)


if __name__ == "__main__":
    torch.manual_seed(3)
    layer = nn.Linear(2, 1, bias=False)
    nn.init.zeros_(layer.weight)
    trainer = Trainer(layer)
    rows = torch.tensor([[1.0, 0.5], [0.25, 1.0]])
    for _ in range(4):
        trainer.step(rows, rows.sum(1, keepdim=True))
    print(trainer.report(), trainer.checkpoint(), trainer.device, [round(v, 4) for v in trainer.history])
