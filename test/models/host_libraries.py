# RUN: %offside check --isolated --verify %s
# Plots, tables, images and estimators read tensors on the host.
import cv2
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from PIL import Image
from scipy import ndimage
from skimage.metrics import structural_similarity
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
import torch

x = torch.rand(4, 4, device="cuda")
y = torch.rand(4, 4)

plt.plot(y)
plt.plot(x.cpu())
plt.plot(x)  # expect: DEV203
plt.gca().scatter(x, y)  # expect: DEV203
sns.heatmap(x)  # expect: DEV203

np.sum(y)
np.shape(x)
np.linalg.norm(x)  # expect: DEV201

accuracy_score(x, y)  # expect: DEV203
LogisticRegression().fit(x, y)  # expect: DEV203
model = LogisticRegression()
model.fit(y, y)
model.predict(x)  # expect: DEV203
ndimage.gaussian_filter(x, 1)  # expect: DEV203
pd.DataFrame(x)  # expect: DEV203
cv2.imwrite("a.png", x)  # expect: DEV203
Image.fromarray(x)  # expect: DEV203
structural_similarity(x, y)  # expect: DEV203
