"""Configuration in dataclasses, with a factory and a plain default."""
import dataclasses
from dataclasses import dataclass, field

import torch


@dataclass
class Training:
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
    use_cuda: bool = torch.cuda.is_available()
    cards: int = field(default_factory=torch.cuda.device_count)
    place: torch.device = field(
        default_factory=lambda: torch.device("cuda" if torch.cuda.is_available() else "cpu")
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
