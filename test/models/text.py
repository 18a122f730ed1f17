# RUN: %offside check --isolated --verify %s
# transformers: a tokenizer's tensors are on the CPU, BatchEncoding.to works in place, from_pretrained gives a CPU model
# unless a device map places it.
from transformers import AutoModel, AutoTokenizer, BertModel
import torch

tokenizer = AutoTokenizer.from_pretrained("gpt2")
model = AutoModel.from_pretrained("gpt2").to("cuda")

inputs = tokenizer("hello", return_tensors="pt")
model(inputs.input_ids)  # expect: DEV101
inputs.to("cuda")
model(inputs.input_ids)
model(inputs["input_ids"].to(model.device))

ids = tokenizer.encode("hello", return_tensors="pt")
model(ids)  # expect: DEV101

placed = BertModel.from_pretrained("bert-base-uncased", device_map="auto")
placed(ids)
words = tokenizer("hello")
torch.tensor(words["input_ids"])
