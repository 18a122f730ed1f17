"""Which machine a program is meant to fail on: one with a single GPU unless it is listed here."""

ONE_GPU, TWO_GPUS, NO_GPU, CPU_BUILD = "1 gpu", "2 gpus", "no gpu", "cpu build"
OTHER = "other accelerator"
OPTIONS = {
    ONE_GPU: ["--gpus", "1"],
    TWO_GPUS: ["--gpus", "2"],
    NO_GPU: ["--gpus", "0"],
    CPU_BUILD: ["--cpu-build"],
    OTHER: ["--other-accelerator"],
}
# Rules about several accelerators, about machines without one, and about accelerators other than CUDA.
RULES = {"DEV109": TWO_GPUS, "DEV302": OTHER, "DEV307": CPU_BUILD, "DEV308": CPU_BUILD, "DEV311": CPU_BUILD}
PAIRS = {
    "043-ignite-type-as": TWO_GPUS,
    "066-warp-grid-global-cache": TWO_GPUS,
    "080-cache-mask-default-device": TWO_GPUS,
    "190-stft-window-replica": TWO_GPUS,
    "n044-pipeline-two-gpus": TWO_GPUS,
    "n045-teacher-second-gpu": TWO_GPUS,
    "n046-labels-wrong-rank-gpu": TWO_GPUS,
    "n082-device-context-statement": TWO_GPUS,
    "114-cli-cuda-index-string": NO_GPU,
    "115-bf16-probe-unguarded": NO_GPU,
    "117-decode-slot-event": NO_GPU,
    "197-capability-probe-toolkit-only": NO_GPU,
}
# Errors whose line does nothing instead of raising.
SILENT = {"DEV309"}
# Files of test/verify whose functions prove nothing by running: the mistake raises nothing.
NOT_RUN = {
    "DEV104",
    "DEV111",
    "DEV115",
    "DEV116",
    "DEV117",
    "DEV301",
    "DEV302",
    "DEV304",
    "DEV305",
    "DEV309",
    "DEV310",
    "DEV311",
    "DEV312",
    "DEV313",
    "DEV401",
    "DEV402",
}
