"""Configuration in dataclasses, with a factory and a plain default."""
import dataclasses
from dataclasses import dataclass, field

import torch


@dataclass
class Training:
    device: str = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    use_cuda: bool = torch.accelerator.is_available()
    cards: int = field(default_factory=torch.accelerator.device_count)
    place: torch.device = field(
        default_factory=lambda: torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    )
    backend: str = "nccl"


@dataclass
class Server:
    device: str = "cuda"

    def __post_init__(self):
        if self.device == "cuda" and not torch.cuda.is_available():
            self.device = "cpu"


if __name__ == "__main__":
    training = Training()
    print(training.device, training.place.type, training.use_cuda == (training.cards > 0))
    print(sorted(dataclasses.asdict(Server())), Server().device, training.backend)
    print(torch.ones(2, device=training.device).sum().item())
