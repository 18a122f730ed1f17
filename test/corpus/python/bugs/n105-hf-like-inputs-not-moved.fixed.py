import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer


def classify(texts, name="bert-base-uncased", device="cuda"):
    tok = AutoTokenizer.from_pretrained(name)
    model = AutoModelForSequenceClassification.from_pretrained(name).to(device)
    model.eval()
    enc = tok(texts, return_tensors="pt", padding=True).to(device)
    with torch.no_grad():
        logits = model(**enc).logits
    return logits.argmax(-1).tolist()


if __name__ == "__main__":
    classify(["fine", "bad"])
