# RUN: %offside check --isolated --verify %s
# Arguments that PyTorch reads on the host. Every function here is run by the oracle.
import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence

gpu = "cuda"


def lengths():
    return pack_padded_sequence(torch.ones(5, 2, 3, device=gpu), torch.tensor([5, 3], device=gpu))  # expect: DEV114


def lengths_by_keyword():
    x, n = torch.ones(2, 5, 3, device=gpu), torch.tensor([5, 3]).to(gpu)
    return pack_padded_sequence(x, lengths=n, batch_first=True)  # expect: DEV114


def lengths_on_the_host():
    x, n = torch.ones(2, 5, 3, device=gpu), torch.tensor([5, 3]).to(gpu)
    pack_padded_sequence(x, n.cpu(), batch_first=True)
    pack_padded_sequence(x, n.tolist(), batch_first=True)
    return pack_padded_sequence(x, [5, 3], batch_first=True)


def sections():
    return torch.tensor_split(torch.ones(6, device=gpu), torch.tensor([2, 4], device=gpu))  # expect: DEV114


def sections_on_the_host():
    return torch.tensor_split(torch.ones(6, device=gpu), torch.tensor([2, 4])), torch.ones(6, device=gpu).split([2, 4])


def ctc_takes_any():
    scores = torch.ones(5, 2, 4, device=gpu).log_softmax(2)
    targets = torch.tensor([[1, 2], [2, 3]], device=gpu)
    return F.ctc_loss(scores, targets, torch.tensor([5, 5], device=gpu), torch.tensor([2, 2], device=gpu))
