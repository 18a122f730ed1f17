"""A small server: devices are chosen once, handed through constructors and kept in a registry."""
import torch
from torch import nn


class Registry:
    def __init__(self):
        self.models = {}

    def add(self, name, model, device=None):
        if device is None:
            device = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
        self.models[name] = (model.to(device).eval(), device)
        return self

    def __getitem__(self, name):
        return self.models[name]


class Server:
    def __init__(self, registry, half=False):
        self.registry = registry
        self.half = half and torch.cuda.is_available()

    @torch.no_grad()
    def predict(self, name, rows):
        model, device = self.registry[name]
        rows = torch.as_tensor(rows, dtype=torch.float32).to(device)
        if self.half and device == "cuda":
            model, rows = model.half(), rows.half()
        out = model(rows)
        if device != "cpu":
            torch.accelerator.synchronize()
        return out.float().cpu().tolist()

    def close(self):
        self.registry.models.clear()
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        return (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) >= 0


if __name__ == "__main__":
    layer = nn.Linear(2, 1, bias=False)
    nn.init.ones_(layer.weight)
    server = Server(Registry().add("sum", layer).add("host", nn.Identity(), "cpu"), half=True)
    print(server.predict("sum", [[1, 2], [3, 4]]), server.predict("host", [1.5]), server.close())
