# RUN: %offside check --isolated --verify %s
# Tensor types that name CUDA.
import torch


def of_data(device):
    return torch.cuda.FloatTensor([1.0, 2.0])  # expect: DEV305


def of_a_size():
    return torch.cuda.LongTensor(2, 3)  # expect: DEV305


def of_either(values):
    return torch.cuda.FloatTensor(values)  # expect: DEV305


def a_conversion(x: torch.Tensor):
    return x.type(torch.cuda.HalfTensor)  # expect: DEV305


def a_name_as_text(x: torch.Tensor):
    return x.type("torch.cuda.HalfTensor")


def a_default():
    torch.set_default_tensor_type("torch.cuda.FloatTensor")  # expect: DEV305


def a_default_type():
    torch.set_default_tensor_type(torch.cuda.DoubleTensor)  # expect: DEV305


def a_check(x):
    return isinstance(x, torch.cuda.FloatTensor)  # expect: DEV305


def a_default_of_the_cpu():
    torch.set_default_tensor_type(torch.DoubleTensor)


def types_of_the_cpu(x: torch.Tensor):
    return torch.FloatTensor([1.0]), x.type(torch.LongTensor)


def dtype_and_device(device):
    return torch.tensor([1.0], dtype=torch.float32, device=device)
