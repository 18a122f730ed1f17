# RUN: %offside check --isolated --verify %s
# NumPy and accelerator tensors. Every function here is run by the oracle: those with an `expect` fail there.
import numpy as np
import torch

gpu = "cuda"


def method():
    return torch.ones(3, device=gpu).numpy()  # expect: DEV201


def detached_only():
    return torch.ones(3, device=gpu).detach().numpy()  # expect: DEV201


def asarray():
    return np.asarray(torch.ones(3, device=gpu))  # expect: DEV201


def array():
    return np.array(torch.ones(3, device=gpu))  # expect: DEV201


def numpy_function():
    return np.concatenate([torch.ones(3, device=gpu), torch.ones(3, device=gpu)])  # expect: DEV201


def a_list_of_rows():
    return [row.numpy() for row in torch.ones(2, 3, device=gpu)]  # expect: DEV201


def copied():
    x = torch.ones(3, device=gpu)
    return x.cpu().numpy(), x.to("cpu").numpy(), np.asarray(x.cpu()), x.numpy(force=True)


def numbers():
    x = torch.ones(3, device=gpu)
    return x.tolist(), x.sum().item(), float(x[0]), np.array(x.tolist()), np.sqrt(x.sum().item())


def on_the_cpu():
    return torch.ones(3).numpy(), np.asarray(torch.ones(3))


def under_a_flag():
    x = torch.ones(3)
    if torch.cuda.is_available():
        x = x.cuda()
    return x.numpy()  # expect: DEV201


def under_a_flag_and_back():
    use = torch.cuda.is_available()
    x = torch.ones(3).cuda() if use else torch.ones(3)
    if use:
        x = x.cpu()
    return x.numpy()
