# RUN: %offside check --isolated --verify --select DEV302 %s
# Devices that are written out.
import torch
from torch import nn


def a_choice():
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")  # expect: DEV302


def a_choice_of_a_text(model):
    device = "cuda" if torch.cuda.is_available() else "cpu"  # expect: DEV302
    return model.to(device)


def a_ladder(model):
    # expect+1: DEV302
    if torch.cuda.is_available():
        device = torch.device("cuda")
    else:
        device = torch.device("cpu")
    return model.to(device)


def a_keyword(n):
    return torch.zeros(n, device="cuda")  # expect: DEV302


def an_index(model, n):
    return model.to("cuda:0")(torch.zeros(n, device=f"cuda:{n}"))  # expect: DEV302, DEV302


def a_move(model: nn.Module, x: torch.Tensor):
    return model.cuda()(x.cuda())  # expect: DEV302, DEV302


def a_default(n, device="cuda"):  # expect: DEV302
    return torch.zeros(n, device=device)


def a_comparison(x: torch.Tensor):
    return x.device.type == "cuda"


def a_key(times):
    return times["cuda"]


def a_message():
    print("cuda")


def a_list_of_backends():
    for name in ("cpu", "cuda", "xpu"):
        print(name)


class Timer:
    def cuda(self):
        return self


def a_method_of_its_own():
    return Timer().cuda()


def portable(n):
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    return torch.zeros(n, device=device)
