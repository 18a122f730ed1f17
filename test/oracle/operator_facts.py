"""What the simulation has to know about single operators: which have no kernel to imitate, which steer the host."""

import torch

# Operators that only handle storage or metadata: PyTorch's own code does all there is to do.
METADATA = set(
    """
    set_ resize_ resize_as_ record_stream _pin_memory is_pinned empty empty_like empty_strided empty_permuted new_empty
    new_empty_strided _local_scalar_dense lift lift_fresh _reshape_alias _unsafe_view is_same_size
    _has_compatible_shallow_copy_type _resize_output_ _nested_tensor_from_tensor_list _sparse_coo_tensor_unsafe _indices
    _values indices values _coalesced_ sym_size sym_stride _sparse_coo_tensor_with_dims_and_tensors
    _sparse_coo_tensor_with_dims _sparse_compressed_tensor_unsafe _nnz is_coalesced dense_dim sparse_dim _version size
    stride storage_offset numel dim _is_zerotensor is_contiguous sym_numel sym_storage_offset crow_indices col_indices
    """.split()
)
# Operators whose host code reads values from the device, or that call a library the fake runtime does not have.
HOST = set(
    """
    nonzero masked_select _unique _unique2 unique_dim unique_consecutive unique_dim_consecutive bincount histc
    repeat_interleave isin mode equal allclose nonzero_static cholesky geqrf ormqr triangular_solve cholesky_solve
    cholesky_inverse lu_unpack lu_solve segment_reduce histogram _histogramdd_bin_edges is_nonzero masked_scatter
    _to_sparse _coalesce multinomial _fft_c2c _fft_r2c _fft_c2r _assert_async _convert_indices_from_coo_to_csr
    _convert_indices_from_csr_to_coo
    """.split()
)
INDEXED = {"index", "_unsafe_index", "index_put", "index_put_", "_index_put_impl_", "_unsafe_index_put"}
RUNNABLE_KEYS = (
    "CUDA",
    "SparseCUDA",
    "SparseCsrCUDA",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutograd",
)


class Operator:
    """How one overload is treated: `metadata`, `host`, `mutable` or `pure`."""

    def __init__(self, overload):
        schema = overload._schema
        self.name = schema.name.split("::")[-1]
        aliases = [(n, a.alias_info) for n, a in enumerate(schema.arguments) if a.alias_info is not None]
        self.written = [(n, schema.arguments[n].name) for n, info in aliases if info.is_write]
        self.is_random = torch.Tag.nondeterministic_seeded in overload.tags
        self.kind = self._kind(overload, is_view=any(not info.is_write for _, info in aliases))

    def _kind(self, overload, is_view):
        if self.name in INDEXED and not self.name.endswith("_"):
            return "pure"
        inplace_view = torch.Tag.inplace_view in overload.tags
        if self.name in METADATA or inplace_view or (is_view and not self.written):
            return "metadata"
        dynamic = torch.Tag.dynamic_output_shape in overload.tags
        if self.name in HOST or dynamic or self.name.startswith(("linalg_", "_linalg_")):
            # An operator without any kernel for CUDA must fail as it really does.
            has_kernel = torch._C._dispatch_has_kernel_for_dispatch_key
            runnable = any(has_kernel(overload.name(), key) for key in RUNNABLE_KEYS)
            return "host" if runnable else "pure"
        return "mutable" if self.written else "pure"


_operators = {}


def operator(overload):
    if overload not in _operators:
        _operators[overload] = Operator(overload)
    return _operators[overload]


def _lstm(input_gates, hidden_gates, cx, input_bias=None, hidden_bias=None):
    gates = input_gates + hidden_gates
    if input_bias is not None:
        gates = gates + input_bias
    if hidden_bias is not None:
        gates = gates + hidden_bias
    i, f, c, o = gates.chunk(4, 1)
    i, f, c, o = i.sigmoid(), f.sigmoid(), c.tanh(), o.sigmoid()
    cy = f * cx + i * c
    return o * cy.tanh(), cy, torch.cat([i, f, c, o], 1)


def _lstm_backward(grad_hy, grad_cy, cx, cy, workspace, has_bias):
    i, f, c, o = workspace.chunk(4, 1)
    grad_hy = torch.zeros_like(cx) if grad_hy is None else grad_hy
    grad_cy = torch.zeros_like(cx) if grad_cy is None else grad_cy
    tanh_cy = cy.tanh()
    grad_o = grad_hy * tanh_cy * o * (1 - o)
    grad_c = grad_hy * o * (1 - tanh_cy * tanh_cy) + grad_cy
    parts = [grad_c * c * i * (1 - i), grad_c * cx * f * (1 - f), grad_c * i * (1 - c * c), grad_o]
    gates = torch.cat(parts, 1)
    return gates, grad_c * f, gates.sum(0) if has_bias else None


def _gru(input_gates, hidden_gates, hx, input_bias=None, hidden_bias=None):
    if input_bias is not None:
        input_gates, hidden_gates = input_gates + input_bias, hidden_gates + hidden_bias
    input_r, input_z, input_n = input_gates.chunk(3, 1)
    hidden_r, hidden_z, hidden_n = hidden_gates.chunk(3, 1)
    r, z = (input_r + hidden_r).sigmoid(), (input_z + hidden_z).sigmoid()
    n = (input_n + r * hidden_n).tanh()
    return n + z * (hx - n), torch.cat([r, z, n, hx, hidden_n], 1)


def _gru_backward(grad_hy, workspace, has_bias):
    r, z, n, hx, hidden_n = workspace.chunk(5, 1)
    grad_n = grad_hy * (1 - z) * (1 - n * n)
    grad_z = grad_hy * (hx - n) * z * (1 - z)
    grad_r = grad_n * hidden_n * r * (1 - r)
    grad_input = torch.cat([grad_r, grad_z, grad_n], 1)
    grad_hidden = torch.cat([grad_r, grad_z, grad_n * r], 1)
    return (
        grad_input,
        grad_hidden,
        grad_hy * z,
        grad_input.sum(0) if has_bias else None,
        grad_hidden.sum(0) if has_bias else None,
    )


# Operators that exist for CUDA only: what they compute, in operators that run on the CPU.
REFERENCES = {
    "_thnn_fused_lstm_cell": _lstm,
    "_thnn_fused_lstm_cell_backward_impl": _lstm_backward,
    "_thnn_fused_gru_cell": _gru,
    "_thnn_fused_gru_cell_backward": _gru_backward,
}
