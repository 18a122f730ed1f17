# RUN: %offside check --isolated --verify %s
# Losses that are kept with their graph.
import torch
from torch import nn


def total_of_an_epoch(batches):
    model = nn.Linear(3, 1)
    total, history = 0.0, []
    for x in batches:
        loss = model(x).pow(2).mean()
        loss.backward()
        total += loss  # expect: DEV401
        history.append(loss)  # expect: DEV401
    return float(total), len(history)


def in_a_dict(batches):
    model = nn.Linear(3, 1)
    sums = {"loss": 0.0}
    for x in batches:
        loss = model(x).pow(2).mean()
        loss.backward()
        sums["loss"] += loss * len(x)  # expect: DEV401
    return sums


def numbers(batches):
    model = nn.Linear(3, 1)
    total, history = 0.0, []
    for x in batches:
        loss = model(x).pow(2).mean()
        loss.backward()
        total += loss.item()
        history.append(loss.detach())
        history.append(float(loss))
    return total, history


def summed_for_backward(batches):
    model = nn.Linear(3, 1)
    loss = 0.0
    for x in batches:
        loss = loss + model(x).pow(2).mean()
    loss.backward()
    return loss.item()


def without_grad(batches):
    model = nn.Linear(3, 1)
    total = 0.0
    with torch.no_grad():
        for x in batches:
            total += model(x).pow(2).mean()
    return total


def fresh_each_time(batches):
    model = nn.Linear(3, 1)
    for x in batches:
        loss = 0.0
        for row in x:
            loss = loss + model(row).pow(2).mean()
        loss.backward()
