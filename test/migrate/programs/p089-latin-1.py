# -*- coding: latin-1 -*-
"""Grüße aus der Küche: torch.cuda in einer anderen Kodierung."""
import torch

gerät = torch.device("cuda" if torch.cuda.is_available() else "cpu")
größe = "größer"; platz = "cuda" if torch.cuda.is_available() else "cpu"


def räume_auf(zeilen):
    torch.cuda.empty_cache()  # räumt auf
    if torch.cuda.is_available(): print("Grüße"); torch.cuda.synchronize()
    return f"{größe}: {torch.cuda.memory_allocated()} é", zeilen.to(gerät).sum().item()


if __name__ == "__main__":
    print(ascii(räume_auf(torch.ones(2))), platz)
