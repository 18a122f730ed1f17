import torch
from torch import nn
import pytorch_lightning as pl


class Lit(pl.LightningModule):
    def __init__(self, classes=3):
        super().__init__()
        self.net = nn.Linear(4, classes)
        self.class_weights = torch.ones(classes)  # BUG: unregistered-tensor-attr

    def training_step(self, batch, batch_idx):
        x, y = batch
        logits = self.net(x)
        return nn.functional.cross_entropy(logits, y, weight=self.class_weights)  # RAISES-AT

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
