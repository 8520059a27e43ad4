"""Spectra as the runtime computes them: 4096-point periodic Hann, hop 1024, centred with reflection."""
import torch

from network import BINS, CHUNK, FFT, HOP

WINDOW = torch.hann_window(FFT)


def transform(x):
    """Waveforms [..., samples] to spectra [..., 2049, frames]."""
    y = torch.stft(x.reshape(-1, x.shape[-1]), FFT, HOP, window=WINDOW.to(x.device), return_complex=True)
    return y.reshape(*x.shape[:-1], *y.shape[-2:])


def inverse(spectrum, samples):
    y = torch.istft(spectrum.reshape(-1, *spectrum.shape[-2:]), FFT, HOP, window=WINDOW.to(spectrum.device), length=samples)
    return y.reshape(*spectrum.shape[:-2], samples)


def separate(network, mix, overlap=0.25):
    """Stems [stems, 2, samples] of a mix [2, samples]: chunks of 256 frames, cross-faded, each scaled by its own mean."""
    spectrum = transform(mix)
    frames, step = spectrum.shape[-1], int(CHUNK * (1 - overlap))
    starts = range(0, max(1, frames - CHUNK + step), step)
    padded = torch.nn.functional.pad(spectrum[:, :BINS].abs(), (0, starts[-1] + CHUNK - frames))
    fade = torch.minimum(torch.arange(1, CHUNK + 1), torch.arange(CHUNK, 0, -1)).clamp(max=CHUNK - step or 1).float()
    total, weight = 0, torch.zeros(padded.shape[-1])
    masks = torch.zeros(network.stems, 2, BINS, padded.shape[-1])
    for start in starts:
        chunk = padded[None, ..., start:start + CHUNK]
        masks[..., start:start + CHUNK] += network(chunk / (chunk.mean() + 1e-5))[0].float() * fade
        weight[start:start + CHUNK] += fade
    masks = (masks / weight)[..., :frames]
    high = masks[:, :, -8:].mean(2, keepdim=True).expand(-1, -1, spectrum.shape[1] - BINS, -1)
    return inverse(torch.cat([masks, high], 2) * spectrum[None], mix.shape[-1])
