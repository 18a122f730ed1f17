"""set_default_tensor_type, as a string and as a class, behind a flag."""
import torch


def configure(use_gpu):
    if use_gpu and torch.cuda.is_available():
        torch.set_default_tensor_type("torch.cuda.FloatTensor")
    else:
        torch.set_default_tensor_type("torch.FloatTensor")


def configure_by_class():
    if torch.cuda.is_available():
        torch.set_default_tensor_type(torch.cuda.FloatTensor)
    else:
        torch.set_default_tensor_type(torch.FloatTensor)


if __name__ == "__main__":
    configure(use_gpu=False)
    print(torch.ones(2).device.type, torch.get_default_dtype())
    configure_by_class()
    print(torch.ones(2).device.type == ((torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type))
    configure(use_gpu=False)
    print(torch.zeros(2).device)
