"""Names, properties, capability: what the accelerator API does not have."""
import torch


def names():
    return [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]


def total():
    return sum(torch.accelerator.get_memory_info(i)[1] for i in range(torch.accelerator.device_count()))


def half_kind():
    if torch.cuda.is_available() and torch.cuda.is_bf16_supported():
        return torch.bfloat16
    return torch.float16 if torch.cuda.is_available() else torch.float32


def tensor_cores():
    if not torch.cuda.is_available():
        return False
    major, minor = torch.cuda.get_device_capability()
    return major >= 7


def info():
    if torch.cuda.is_available():
        properties = torch.cuda.get_device_properties(torch.cuda.current_device())
        return properties.multi_processor_count > 0, properties.name == torch.cuda.get_device_name()
    return None


if __name__ == "__main__":
    print(len(names()), total() >= 0, half_kind(), tensor_cores(), info())
