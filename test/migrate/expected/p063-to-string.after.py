# flags: --unsafe-fixes
""".to("cuda"), .to("cuda:0"), .to(device="cuda", dtype=...), and a module."""
import torch

device = torch.accelerator.current_accelerator() or torch.device("cpu")


class Pipeline:
    def __init__(self):
        self.layer = torch.nn.Linear(2, 2, bias=False).to(device)
        torch.nn.init.eye_(self.layer.weight)

    def __call__(self, rows):
        rows = rows.to(torch.device(torch.accelerator.current_accelerator().type, 0), non_blocking=True)
        rows = rows.to(device=device, dtype=torch.float32)
        return self.layer(rows).to("cpu").tolist()


def run():
    if not torch.accelerator.is_available():
        return None
    return Pipeline()(torch.tensor([[1, 2], [3, 4]]))


if __name__ == "__main__":
    print(run())
