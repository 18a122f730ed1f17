# -*- coding: latin-1 -*-
"""Grüße aus der Küche: torch.cuda in einer anderen Kodierung."""
import torch

gerät = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
größe = "größer"; platz = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type


def räume_auf(zeilen):
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()  # räumt auf
    if torch.accelerator.is_available(): print("Grüße"); torch.accelerator.synchronize()
    return f"{größe}: {torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0} é", zeilen.to(gerät).sum().item()


if __name__ == "__main__":
    print(ascii(räume_auf(torch.ones(2))), platz)
