# RUN: %offside check --isolated --verify %s
# Arrays of other libraries have `.numpy()`, `.cuda` and devices of their own: nothing is said about them.
import cupy as cp
import jax.numpy as jnp
import paddle
import tensorflow as tf
import torch

a = tf.constant([1.0]).numpy()
b = jnp.zeros(3) + 1
c = cp.zeros(3)
d = paddle.zeros([3]).cuda().numpy()
e = torch.as_tensor(c, device="cuda")
torch.from_dlpack(c) + torch.ones(3, device="cuda")
