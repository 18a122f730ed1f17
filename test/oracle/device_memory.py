"""The memory of a simulated GPU, seen from the CPU: aliases of it, and copies into and out of it."""

import torch

CPU = torch.device("cpu")
_storage_at = torch._C._construct_storage_from_data_pointer
_aten = torch.ops.aten
BY_ROW = (torch.sparse_csr, torch.sparse_bsr)
BY_COLUMN = (torch.sparse_csc, torch.sparse_bsc)


def alias(tensor):
    """A CPU tensor on the same memory. Device memory of the fake runtime is host memory, so this is legal."""
    if tensor.device.type != "cuda":
        return tensor
    if tensor.layout != torch.strided:
        return _sparse_like(tensor, alias, CPU)
    if tensor.numel() == 0 or tensor.untyped_storage().nbytes() == 0:
        return torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype, device=CPU)
    storage = tensor.untyped_storage()
    result = torch.empty(0, dtype=tensor.dtype, device=CPU)
    view = _storage_at(storage.data_ptr(), CPU, storage.nbytes())
    result.set_(view, tensor.storage_offset(), tensor.size(), tensor.stride())
    if tensor.is_conj():
        result = torch._conj(result)
    if tensor.is_neg():
        result = torch._neg_view(result)
    return result


def to_device(value, device):
    """A new tensor on a simulated GPU with the values of a CPU tensor."""
    if not isinstance(value, torch.Tensor):
        return value
    if value.layout != torch.strided:
        return _sparse_like(value, lambda part: to_device(part, device), device)
    result = torch.empty_strided(value.size(), value.stride(), dtype=value.dtype, device=device)
    if value.numel():
        alias(result).copy_(value)
    return result


def _sparse_like(tensor, convert, device):
    """The sparse tensor rebuilt from converted parts."""
    if tensor.layout == torch.sparse_coo:
        parts = convert(tensor._indices()), convert(tensor._values())
        result = _aten._sparse_coo_tensor_unsafe(*parts, tensor.size())
        result._coalesced_(tensor.is_coalesced())
        return result
    if tensor.layout in BY_ROW:
        parts = tensor.crow_indices(), tensor.col_indices(), tensor.values()
    elif tensor.layout in BY_COLUMN:
        parts = tensor.ccol_indices(), tensor.row_indices(), tensor.values()
    else:
        raise NotImplementedError(f"ORACLE-UNSUPPORTED layout {tensor.layout}")
    return _aten._sparse_compressed_tensor_unsafe(
        *map(convert, parts), tensor.size(), dtype=tensor.dtype, layout=tensor.layout, device=device
    )


def store(result, reference):
    """Writes the values of a reference into the result of an operator; gives the result or its replacement."""
    if not isinstance(result, torch.Tensor):
        return reference
    if not isinstance(reference, torch.Tensor):
        return result
    on_device = result.device.type == "cuda"
    strided = result.layout == torch.strided and reference.layout == torch.strided
    if not strided or result.shape != reference.shape:
        return to_device(reference, result.device) if on_device else reference
    if result.numel() == 0:
        return result
    memory = alias(result)
    if any(stride == 0 and size > 1 for stride, size in zip(memory.stride(), memory.shape)):
        return to_device(reference, result.device)
    if memory.dtype.is_floating_point and memory.dtype.itemsize == 1:
        return result
    if memory.data_ptr() != reference.data_ptr() or memory.stride() != reference.stride():
        memory.copy_(reference)
    return result
