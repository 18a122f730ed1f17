import torch
from torch import nn
import pytorch_lightning as pl


class Lit(pl.LightningModule):
    def __init__(self, classes=3):
        super().__init__()
        self.net = nn.Linear(4, classes)
        self.register_buffer("class_weights", torch.ones(classes))

    def training_step(self, batch, batch_idx):
        x, y = batch
        logits = self.net(x)
        return nn.functional.cross_entropy(logits, y, weight=self.class_weights)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
