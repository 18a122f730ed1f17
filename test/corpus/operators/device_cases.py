"""One function per case: tensors meet each other, or the host. PyTorch's verdicts: test/oracle/verdicts/operators.json."""

import numpy as np
import torch
import torch.nn.functional as F


def add_cuda_plus_cpu():
    return torch.ones(3, device="cuda:0") + torch.ones(3, device="cpu")


def add_cpu_plus_cuda():
    return torch.ones(3, device="cpu") + torch.ones(3, device="cuda:0")


def add_cuda_plus_cpu0d():
    return torch.ones(3, device="cuda:0") + torch.ones((), device="cpu")


def add_cpu0d_plus_cuda():
    return torch.ones((), device="cpu") + torch.ones(3, device="cuda:0")


def add_cpu_plus_cuda0d():
    return torch.ones(3, device="cpu") + torch.ones((), device="cuda:0")


def add_cuda0d_plus_cpu0d():
    return torch.ones((), device="cuda:0") + torch.ones((), device="cpu")


def add_cuda0_plus_cuda_one():
    return torch.ones(3, device="cuda:0") + torch.ones(3, device="cuda:1")


def add_cuda0_plus_cuda_one_0d():
    return torch.ones(3, device="cuda:0") + torch.ones((), device="cuda:1")


def add_cuda_cpu0d():
    return torch.ones(3, device="cuda:0").add_(torch.ones((), device="cpu"))


def add_cpu0d_add_cuda0d():
    return torch.ones((), device="cpu").add_(torch.ones((), device="cuda:0"))


def add_cpu3_add_cuda0d():
    return torch.ones(3, device="cpu").add_(torch.ones((), device="cuda:0"))


def add_cuda0d_add_cpu0d():
    return torch.ones((), device="cuda:0").add_(torch.ones((), device="cpu"))


def add_out_is_cpu():
    return torch.add(
        torch.ones(3, device="cuda:0"), torch.ones(3, device="cuda:0"), out=torch.ones(3, device="cpu")
    )


def add_out_is_cuda_both_cpu0d():
    return torch.add(
        torch.ones((), device="cpu"), torch.ones((), device="cpu"), out=torch.ones((), device="cuda:0")
    )


def pow_cuda_cpu0d():
    return torch.pow(torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"))


def pow_cpu0d_cuda():
    return torch.pow(torch.ones((), device="cpu"), torch.ones(3, device="cuda:0"))


def eq_cuda_cpu0d():
    return torch.ones(3, device="cuda:0") == torch.ones((), device="cpu")


def logaddexp_cuda_cpu0d():
    return torch.logaddexp(torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"))


def hypot_cuda_cpu0d():
    return torch.hypot(torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"))


def maximum_cuda_cpu0d():
    return torch.maximum(torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"))


def maximum_cuda_cpu():
    return torch.maximum(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def clamp_cuda_min_is_cpu0d():
    return torch.clamp(torch.ones(3, device="cuda:0"), min=torch.ones((), device="cpu"))


def addcmul_cuda_cuda_cpu0d():
    return torch.addcmul(
        torch.ones(3, device="cuda:0"), torch.ones(3, device="cuda:0"), torch.ones((), device="cpu")
    )


def lerp_cuda_cuda_w_is_cpu0d():
    return torch.lerp(
        torch.ones(3, device="cuda:0"), torch.ones(3, device="cuda:0"), torch.ones((), device="cpu")
    )


def lerp_cuda_end_cpu0d_w_is_cpu0d():
    return torch.lerp(
        torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"), torch.ones((), device="cpu")
    )


def where_cond_cuda_cpu0d_cpu0d():
    return torch.where(
        torch.zeros(3, dtype=torch.bool, device="cuda:0"),
        torch.ones((), device="cpu"),
        torch.ones((), device="cpu"),
    )


def where_cond_cuda_cpu3_cuda3():
    return torch.where(
        torch.zeros(3, dtype=torch.bool, device="cuda:0"),
        torch.ones(3, device="cpu"),
        torch.ones(3, device="cuda:0"),
    )


def where_cond_cpu3_cuda_cuda():
    return torch.where(
        torch.zeros(3, dtype=torch.bool, device="cpu"),
        torch.ones(3, device="cuda:0"),
        torch.ones(3, device="cuda:0"),
    )


def where_cond_cuda_1_0_cpu0d():
    return torch.where(torch.zeros(3, dtype=torch.bool, device="cuda:0"), 1.0, torch.ones((), device="cpu"))


def mm_cuda_cpu():
    return torch.mm(torch.ones(3, 3, device="cuda:0"), torch.ones(3, 3, device="cpu"))


def matmul_cuda_cpu():
    return torch.ones(3, 3, device="cuda:0") @ torch.ones(3, 3, device="cpu")


def addmm_bias_cpu():
    return torch.addmm(
        torch.ones(3, device="cpu"), torch.ones(3, 3, device="cuda:0"), torch.ones(3, 3, device="cuda:0")
    )


def linear_x_cpu_w_cuda():
    return F.linear(
        torch.ones(3, 3, device="cpu"), torch.ones(3, 3, device="cuda:0"), torch.ones(3, device="cuda:0")
    )


def linear_bias_cpu():
    return F.linear(
        torch.ones(3, 3, device="cuda:0"), torch.ones(3, 3, device="cuda:0"), torch.ones(3, device="cpu")
    )


def conv2d_x_cpu_w_cuda():
    return F.conv2d(torch.ones(1, 3, 8, 8, device="cpu"), torch.ones(4, 3, 3, 3, device="cuda:0"))


def conv2d_bias_cpu():
    return F.conv2d(
        torch.ones(1, 3, 8, 8, device="cuda:0"),
        torch.ones(4, 3, 3, 3, device="cuda:0"),
        torch.ones(4, device="cpu"),
    )


def batch_norm_rm_cpu():
    return F.batch_norm(
        torch.ones(2, 3, 4, 4, device="cuda:0"), torch.ones(3, device="cpu"), torch.ones(3, device="cpu")
    )


def layer_norm_w_cpu():
    return F.layer_norm(
        torch.ones(2, 3, device="cuda:0"), (3,), torch.ones(3, device="cpu"), torch.ones(3, device="cpu")
    )


def embedding_idx_cpu_w_cuda():
    return F.embedding(torch.zeros(3, dtype=torch.long, device="cpu"), torch.ones(5, 4, device="cuda:0"))


def embedding_idx_cuda_w_cpu():
    return F.embedding(torch.zeros(3, dtype=torch.long, device="cuda:0"), torch.ones(5, 4, device="cpu"))


def embedding_0d_idx_cpu_w_cuda():
    return F.embedding(torch.zeros((), dtype=torch.long), torch.ones(5, 4, device="cuda:0"))


def index_cuda_cpu():
    return torch.ones(5, device="cuda:0")[torch.zeros(3, dtype=torch.long, device="cpu")]


def index_cpu_cuda():
    return torch.ones(5, device="cpu")[torch.zeros(3, dtype=torch.long, device="cuda:0")]


def index_cuda0_cuda_one():
    return torch.ones(5, device="cuda:0")[torch.zeros(3, dtype=torch.long, device="cuda:1")]


def index_cuda_cpu_0d_int():
    return torch.ones(5, device="cuda:0")[torch.zeros((), dtype=torch.long)]


def index_cpu_cuda_0d_int():
    return torch.ones(5, device="cpu")[torch.zeros((), dtype=torch.long, device="cuda:0")]


def index_put_cuda_cpu_idx_is_cuda():
    return torch.ones(5, device="cuda:0").index_put_(
        (torch.zeros(3, dtype=torch.long, device="cpu"),), torch.ones(3, device="cuda:0")
    )


def index_put_cpu_cuda_idx_is_cpu():
    return torch.ones(5, device="cpu").index_put_(
        (torch.zeros(3, dtype=torch.long, device="cuda:0"),), torch.ones(3, device="cpu")
    )


def setitem_cuda_cuda_idx_is_cpu3():
    x = torch.ones(5, device="cuda:0")
    x[torch.zeros(3, dtype=torch.long, device="cuda:0")] = torch.ones(3, device="cpu")
    return x


def setitem_cuda_cuda_idx_is_cpu0d():
    x = torch.ones(5, device="cuda:0")
    x[torch.zeros(3, dtype=torch.long, device="cuda:0")] = torch.ones((), device="cpu")
    return x


def setitem_cpu_cpu_idx_is_cuda0d():
    x = torch.ones(5, device="cpu")
    x[torch.zeros(3, dtype=torch.long, device="cpu")] = torch.ones((), device="cuda:0")
    return x


def setitem_cuda_0_3_is_cpu3():
    x = torch.ones(5, device="cuda:0")
    x[0:3] = torch.ones(3, device="cpu")
    return x


def setitem_cpu_0_3_is_cuda3():
    x = torch.ones(5, device="cpu")
    x[0:3] = torch.ones(3, device="cuda:0")
    return x


def setitem_cuda_0_is_cpu0d():
    x = torch.ones(5, device="cuda:0")
    x[0] = torch.ones((), device="cpu")
    return x


def setitem_mask_cuda_is_1_0():
    x = torch.ones(5, device="cuda:0")
    x[torch.zeros(5, dtype=torch.bool, device="cuda:0")] = 1.0
    return x


def setitem_mask_cpu_on_cuda_is_1_0():
    x = torch.ones(5, device="cuda:0")
    x[torch.zeros(5, dtype=torch.bool, device="cpu")] = 1.0
    return x


def index_select_cuda_cpu_idx():
    return torch.index_select(
        torch.ones(5, device="cuda:0"), 0, torch.zeros(3, dtype=torch.long, device="cpu")
    )


def index_select_cuda_cpu_0d_idx():
    return torch.index_select(torch.ones(5, device="cuda:0"), 0, torch.zeros((), dtype=torch.long))


def gather_cuda_cpu_idx():
    return torch.gather(torch.ones(5, device="cuda:0"), 0, torch.zeros(3, dtype=torch.long, device="cpu"))


def scatter_src_cpu():
    return torch.scatter(
        torch.ones(5, device="cuda:0"),
        0,
        torch.zeros(3, dtype=torch.long, device="cuda:0"),
        torch.ones(3, device="cpu"),
    )


def scatter_add_idx_cpu():
    return torch.ones(5, device="cuda:0").scatter_add_(
        0, torch.zeros(3, dtype=torch.long, device="cpu"), torch.ones(3, device="cuda:0")
    )


def index_add_src_cpu():
    return torch.ones(5, device="cuda:0").index_add_(
        0, torch.zeros(3, dtype=torch.long, device="cuda:0"), torch.ones(3, device="cpu")
    )


def index_copy_src_cpu():
    return torch.ones(5, device="cuda:0").index_copy_(
        0, torch.zeros(3, dtype=torch.long, device="cuda:0"), torch.ones(3, device="cpu")
    )


def masked_fill_mask_cpu():
    return torch.ones(5, device="cuda:0").masked_fill(torch.zeros(5, dtype=torch.bool, device="cpu"), 0.0)


def masked_fill_value_cpu0d():
    return torch.ones(5, device="cuda:0").masked_fill(
        torch.zeros(5, dtype=torch.bool, device="cuda:0"), torch.ones((), device="cpu")
    )


def masked_fill_value_cuda0d_self_cpu():
    return torch.ones(5, device="cpu").masked_fill(
        torch.zeros(5, dtype=torch.bool, device="cpu"), torch.ones((), device="cuda:0")
    )


def masked_select_mask_cpu():
    return torch.masked_select(torch.ones(5, device="cuda:0"), torch.zeros(5, dtype=torch.bool, device="cpu"))


def cat_cuda_cpu():
    return torch.cat([torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu")])


def cat_cpu_cuda():
    return torch.cat([torch.ones(3, device="cpu"), torch.ones(3, device="cuda:0")])


def stack_cuda_cpu():
    return torch.stack([torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu")])


def stack_cuda0d_cpu0d():
    return torch.stack([torch.ones((), device="cuda:0"), torch.ones((), device="cpu")])


def cross_entropy_target_cpu():
    return F.cross_entropy(torch.ones(3, 5, device="cuda:0"), torch.zeros(3, dtype=torch.long, device="cpu"))


def cross_entropy_weight_cpu():
    return F.cross_entropy(
        torch.ones(3, 5, device="cuda:0"),
        torch.zeros(3, dtype=torch.long, device="cuda:0"),
        weight=torch.ones(5, device="cpu"),
    )


def nll_loss_target_cpu():
    return F.nll_loss(torch.ones(3, 5, device="cuda:0"), torch.zeros(3, dtype=torch.long, device="cpu"))


def mse_loss_target_cpu():
    return F.mse_loss(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def mse_loss_target_cpu0d():
    return F.mse_loss(torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"))


def l1_loss_target_cpu():
    return F.l1_loss(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def bce_target_cpu():
    return F.binary_cross_entropy(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def bce_logits_target_cpu():
    return F.binary_cross_entropy_with_logits(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def bce_logits_pos_weight_cpu():
    return F.binary_cross_entropy_with_logits(
        torch.ones(3, device="cuda:0"),
        torch.ones(3, device="cuda:0"),
        pos_weight=torch.ones(3, device="cpu"),
    )


def smooth_l1_cpu():
    return F.smooth_l1_loss(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def huber_cpu():
    return F.huber_loss(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def kl_div_cpu():
    return F.kl_div(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def copy_cuda_from_cpu():
    return torch.ones(3, device="cuda:0").copy_(torch.ones(3, device="cpu"))


def copy_cpu_from_cuda():
    return torch.ones(3, device="cpu").copy_(torch.ones(3, device="cuda:0"))


def fill_cuda_cpu0d():
    return torch.ones(3, device="cuda:0").fill_(torch.ones((), device="cpu"))


def fill_cpu_cuda0d():
    return torch.ones(3, device="cpu").fill_(torch.ones((), device="cuda:0"))


def full_fill_is_cuda0d():
    return torch.full((3,), torch.ones((), device="cuda:0"))


def torch_tensor_cuda():
    return torch.tensor(torch.ones(3, device="cuda:0"))


def torch_tensor_cuda_device_is_cpu():
    return torch.tensor(torch.ones(3, device="cuda:0"), device="cpu")


def as_tensor_cuda():
    return torch.as_tensor(torch.ones(3, device="cuda:0"))


def torch_tensor_values_device_is_cuda():
    return torch.tensor([1.0, 2.0], device="cuda:0")


def zeros_like_cuda():
    return torch.zeros_like(torch.ones(3, device="cuda:0"))


def zeros_like_cuda_device_is_cpu():
    return torch.zeros_like(torch.ones(3, device="cuda:0"), device="cpu")


def new_zeros_cuda():
    return torch.ones(3, device="cuda:0").new_zeros(3)


def new_tensor_cuda():
    return torch.ones(3, device="cuda:0").new_tensor([1.0, 2.0])


def to_other():
    return torch.ones(3, device="cpu").to(torch.ones(1, device="cuda:0"))


def cuda():
    return torch.ones(3, device="cpu").cuda()


def cuda_1():
    return torch.ones(3, device="cpu").cuda(1)


def cpu():
    return torch.ones(3, device="cuda:0").cpu()


def type_as():
    return torch.ones(3, device="cpu").type_as(torch.ones(1, device="cuda:0"))


def randperm_device_cuda():
    return torch.randperm(4, device="cuda:0")


def multinomial():
    return torch.multinomial(torch.ones(3, device="cuda:0"), 2)


def normal_mean_cuda_std_cpu():
    return torch.normal(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def bernoulli_p_cpu():
    return torch.ones(3, device="cuda:0").bernoulli_(torch.ones(3, device="cpu"))


def bucketize_cuda_cpu_boundaries():
    return torch.bucketize(torch.ones(3, device="cuda:0"), torch.ones(4, device="cpu"))


def searchsorted_cpu_cuda():
    return torch.searchsorted(torch.ones(4, device="cpu"), torch.ones(3, device="cuda:0"))


def isin_cuda_cpu():
    return torch.isin(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def bincount_w_cpu():
    return torch.bincount(torch.zeros(3, dtype=torch.long, device="cuda:0"), torch.ones(3, device="cpu"))


def equal_cuda_cpu():
    return torch.equal(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def allclose_cuda_cpu():
    return torch.allclose(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def item_cuda():
    return torch.ones((), device="cuda:0").item()


def float_cuda():
    return float(torch.ones((), device="cuda:0"))


def bool_cuda():
    return bool(torch.ones((), device="cuda:0"))


def tolist():
    return torch.ones(3, device="cuda:0").tolist()


def numpy_cuda():
    return torch.ones(3, device="cuda:0").numpy()


def numpy_cpu():
    return torch.ones(3, device="cpu").numpy()


def np_asarray_cuda():
    return np.asarray(torch.ones(3, device="cuda:0"))


def pin_memory_cuda():
    return torch.ones(3, device="cuda:0").pin_memory()


def pin_memory_cpu():
    return torch.ones(3, device="cpu").pin_memory()


def builtin_len():
    return len(torch.ones(3, device="cuda:0"))


def builtin_iter():
    return [x for x in torch.ones(3, device="cuda:0")]


def builtin_print():
    return str(torch.ones(3, device="cuda:0"))


def pack_padded_lengths_cuda():
    return torch.nn.utils.rnn.pack_padded_sequence(
        torch.ones(4, 2, 3, device="cuda:0"), torch.tensor([4, 3], device="cuda:0")
    )


def prelu_w_cpu():
    return F.prelu(torch.ones(2, 3, device="cuda:0"), torch.ones(1, device="cpu"))


def grid_sample_grid_cpu():
    return F.grid_sample(torch.ones(1, 1, 4, 4, device="cuda:0"), torch.ones(1, 4, 4, 2, device="cpu"))


def sdpa_mask_cpu():
    return F.scaled_dot_product_attention(
        torch.ones(1, 2, 4, 8, device="cuda:0"),
        torch.ones(1, 2, 4, 8, device="cuda:0"),
        torch.ones(1, 2, 4, 8, device="cuda:0"),
        attn_mask=torch.zeros(4, 4, dtype=torch.bool, device="cpu"),
    )


def sdpa_kv_cpu():
    return F.scaled_dot_product_attention(
        torch.ones(1, 2, 4, 8, device="cuda:0"),
        torch.ones(1, 2, 4, 8, device="cpu"),
        torch.ones(1, 2, 4, 8, device="cpu"),
    )


def einsum():
    return torch.einsum("ij,jk->ik", torch.ones(3, 3, device="cuda:0"), torch.ones(3, 3, device="cpu"))


def cdist():
    return torch.cdist(torch.ones(3, 3, device="cuda:0"), torch.ones(3, 3, device="cpu"))


def dot():
    return torch.dot(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def meshgrid():
    return torch.meshgrid(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"), indexing="ij")


def block_diag():
    return torch.block_diag(torch.ones(3, 3, device="cuda:0"), torch.ones(3, 3, device="cpu"))


def repeat_interleave_rep_cpu():
    return torch.repeat_interleave(
        torch.ones(3, device="cuda:0"), torch.zeros(3, dtype=torch.long, device="cpu"), output_size=3
    )


def take_along_dim():
    return torch.take_along_dim(
        torch.ones(3, device="cuda:0"), torch.zeros(3, dtype=torch.long, device="cpu"), 0
    )


def heaviside_cpu0d():
    return torch.heaviside(torch.ones(3, device="cuda:0"), torch.ones((), device="cpu"))


def dropout():
    return F.dropout(torch.ones(3, device="cuda:0"))


def one_hot():
    return F.one_hot(torch.zeros(3, dtype=torch.long, device="cuda:0"), 5)


def nonzero():
    return torch.ones(3, device="cuda:0").nonzero()


def sort():
    return torch.ones(3, device="cuda:0").sort()[0]


def view_as_expand_as():
    return torch.ones(3, device="cuda:0").expand_as(torch.ones(2, 3, device="cpu"))


def broadcast_tensors():
    return torch.broadcast_tensors(torch.ones(3, device="cuda:0"), torch.ones(2, 3, device="cpu"))[0]


def complex_parts():
    return torch.complex(torch.ones(3, device="cuda:0"), torch.ones(3, device="cpu"))


def lstm_x_cpu():
    return torch.nn.LSTM(3, 4).to("cuda:0")(torch.ones(5, 2, 3, device="cpu"))


def lstm_h_cpu():
    return torch.nn.LSTM(3, 4).to("cuda:0")(
        torch.ones(5, 2, 3, device="cuda:0"),
        (torch.ones(1, 2, 4, device="cpu"), torch.ones(1, 2, 4, device="cpu")),
    )


def linear_module():
    return torch.nn.Linear(3, 4).to("cuda:0")(torch.ones(2, 3, device="cpu"))


def clip_grad_norm():
    return torch.nn.utils.clip_grad_norm_([torch.nn.Parameter(torch.ones(3, device="cuda:0"))], 1.0)


def foreach_add():
    return torch._foreach_add([torch.ones(3, device="cuda:0")], [torch.ones(3, device="cpu")])


def is_cuda():
    return torch.ones(3, device="cuda:0").is_cuda


def get_device():
    return (torch.ones(3, device="cuda:0").get_device(), torch.ones(3, device="cpu").get_device())


def set_storage():
    return torch.ones(3, device="cpu").set_(torch.ones(3, device="cuda:0"))


def data_is():
    x = torch.ones(3, device="cpu")
    x.data = torch.ones(3, device="cuda:0")
    return x
