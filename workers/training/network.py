"""The separation network: a TFC-TDF U-Net from log magnitudes to one softmax over six stems for every time-frequency bin.

No batch normalisation: convolutions carry biases, so batches may be small, training and inference are the same function,
and a trained network can be widened without changing what it computes (see widen.py). Up- and down-sampling are written
as matrix products on channels-last memory, which is several times faster on a CPU than transposed convolutions. What is
written otherwise for the export computes the same: ONNX Runtime takes a third of the whole time for a softmax whose axis is not the last.
"""
import torch
import torch.nn.functional as functional
from torch import nn

STEMS = ('vocals', 'drums', 'bass', 'guitar', 'piano', 'other')
FFT, HOP, BINS, CHUNK = 4096, 1024, 1536, 256
LEVELS = 3


def channels_first(x):
    return torch.onnx.is_in_onnx_export() or x.is_contiguous()


class Block(nn.Module):
    """Time-frequency convolution, a fully connected layer over all frequencies (TDF), convolution, shortcut."""

    def __init__(self, inputs, channels, bins):
        super().__init__()
        narrow = max(16, bins // 8)
        self.first = nn.Conv2d(inputs, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.squeeze = nn.Parameter(torch.randn(narrow, bins) / bins ** 0.5)
        self.spread = nn.Parameter(torch.randn(bins, narrow) / narrow ** 0.5)
        self.scale = nn.Parameter(torch.full((channels,), 0.1))
        self.shift = nn.Parameter(torch.zeros(channels))
        self.shortcut = nn.Conv2d(inputs, channels, 1) if inputs != channels else nn.Identity()

    def forward(self, x):
        y = functional.relu(self.first(x))
        if channels_first(y):
            # ONNX Runtime and a CPU in float32 keep channels first: there the same product needs no rearranging.
            wide = torch.matmul(self.spread, functional.relu(torch.matmul(self.squeeze, y)))
            y = y + functional.relu(wide * self.scale[:, None, None] + self.shift[:, None, None])
            return functional.relu(self.second(y)) + self.shortcut(x)
        b, c, f, t = y.shape
        flat = y.permute(0, 2, 3, 1).reshape(b, f, t * c)
        flat = torch.matmul(self.spread, functional.relu(torch.matmul(self.squeeze, flat)))
        wide = flat.reshape(b, f, t, c) * self.scale.to(flat.dtype) + self.shift.to(flat.dtype)
        y = y + functional.relu(wide).permute(0, 3, 1, 2)
        return functional.relu(self.second(y)) + self.shortcut(x)


class Interleave(torch.autograd.Function):
    """Four cells side by side among the channels become 2 x 2 neighbours: ONNX's DepthToSpace, quicker there than a transposition."""

    @staticmethod
    def forward(context, x):
        b, c, f, t = x.shape
        return x.reshape(b, 2, 2, c // 4, f, t).permute(0, 3, 4, 1, 5, 2).reshape(b, c // 4, 2 * f, 2 * t)

    @staticmethod
    def symbolic(graph, x):
        b, c, f, t = x.type().sizes()
        cells = graph.op('DepthToSpace', x, blocksize_i=2, mode_s='DCR')
        return cells.setType(x.type().with_sizes([b, c // 4, 2 * f, 2 * t]))


class Up(nn.Module):
    """Transposed convolution whose stride is its kernel, as a pointwise convolution and a rearrangement."""

    def __init__(self, inputs, channels, kernel):
        super().__init__()
        self.kernel, self.channels = kernel, channels
        self.point = nn.Conv2d(inputs, channels * kernel[0] * kernel[1], 1)

    def forward(self, x):
        b, _, f, t = x.shape
        kf, kt = self.kernel
        if torch.onnx.is_in_onnx_export() and self.kernel == (2, 2):
            return Interleave.apply(self.point(x))
        if channels_first(x):
            y = self.point(x).reshape(b, kf, kt, self.channels, f, t).permute(0, 3, 4, 1, 5, 2)
            return y.reshape(b, self.channels, f * kf, t * kt)
        y = self.point(x).permute(0, 2, 3, 1).reshape(b, f, t, kf, kt, self.channels)
        return y.permute(0, 1, 3, 2, 4, 5).reshape(b, f * kf, t * kt, self.channels).permute(0, 3, 1, 2)


class Network(nn.Module):
    def __init__(self, channels=32, stems=len(STEMS)):
        super().__init__()
        self.channels, self.stems = channels, stems
        widths, bins = [channels * (k + 1) for k in range(LEVELS + 1)], BINS // 4
        self.inlet = nn.Conv2d(2, channels, (5, 3), stride=(4, 1), padding=(1, 1))
        self.position = nn.Parameter(torch.zeros(1, channels, bins, 1))
        self.encoders = nn.ModuleList(Block(widths[k], widths[k], bins >> k) for k in range(LEVELS))
        self.downs = nn.ModuleList(nn.Conv2d(widths[k], widths[k + 1], 2, stride=2) for k in range(LEVELS))
        self.middle = nn.Sequential(*[Block(widths[-1], widths[-1], bins >> LEVELS) for _ in range(2)])
        self.ups = nn.ModuleList(Up(widths[k + 1], widths[k], (2, 2)) for k in reversed(range(LEVELS)))
        self.decoders = nn.ModuleList(Block(2 * widths[k], widths[k], bins >> k) for k in reversed(range(LEVELS)))
        self.outlet = Up(2 * channels, 2 * stems, (4, 1))

    def features(self, magnitude):
        """What the outlet reads; frames must be a multiple of 8."""
        start = self.inlet(torch.log(magnitude.clamp(min=1e-3)))
        x, skips = start + self.position, []
        for encoder, down in zip(self.encoders, self.downs):
            x = encoder(x)
            skips.append(x)
            x = down(x)
        x = self.middle(x)
        for up, decoder in zip(self.ups, self.decoders):
            x = decoder(torch.cat([up(x), skips.pop()], 1))
        return torch.cat([x, start], 1)

    def logits(self, magnitude):
        b, _, f, t = magnitude.shape
        return self.outlet(self.features(magnitude)).reshape(b, self.stems, 2, f, t)

    def forward(self, magnitude):
        if torch.onnx.is_in_onnx_export():
            return self.exported(magnitude)
        return torch.softmax(self.logits(magnitude).float(), 1)

    def exported(self, magnitude):
        """The softmax written out, before the bins are put in order: whole rows of frames are then moved at once."""
        b, _, f, t = magnitude.shape
        cells = self.outlet.kernel[0]
        y = self.outlet.point(self.features(magnitude)).reshape(b, cells, self.stems, 2, f // cells, t)
        shares = torch.exp(y - y.amax(2, keepdim=True))
        shares = shares / shares.sum(2, keepdim=True)
        return shares.permute(0, 2, 3, 4, 1, 5).reshape(b, self.stems, 2, f, t)
