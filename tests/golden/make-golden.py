"""Writes stft.json and kinds.json: what numpy and scipy say about the signals and graphs of the golden tests.

Run once, by hand: python3 tests/golden/make-golden.py (numpy and scipy). An independent second implementation: the
STFT follows torch.stft, tf.signal.stft and demucs' HTDemucs._spec; the graphs' arithmetic is scipy's; the joining of
chunks follows demucs' apply_model and KUIELab's demix. Nothing here is shared with the TypeScript but the formulas of
the test signal and of the weights.
"""
import json, os
import numpy as np
from scipy.signal import correlate, get_window

HERE = os.path.dirname(os.path.abspath(__file__))


def noise(n, seed):
    """The LCG of tests/support/test-signal.ts."""
    out = np.empty(n)
    state = seed
    for i in range(n):
        state = (state * 1664525 + 1013904223) % 4294967296
        out[i] = state / 2147483648 - 1
    return out


def song(n):
    t = np.arange(n)
    left = 0.4 * np.sin(0.05 * t + 2e-6 * t * t) + 0.1 * noise(n, 1)
    right = 0.3 * np.cos(0.31 * t) + 0.1 * noise(n, 2)
    return np.stack([left, right]).astype(np.float32).astype(np.float64)


def weights(shape, scale, phase):
    """w[i] = scale * sin(phase + 1.7 i) over the flat index, in float32."""
    n = int(np.prod(shape))
    return (scale * np.sin(phase + 1.7 * np.arange(n))).astype(np.float32).astype(np.float64).reshape(shape)


# ---- STFT ---------------------------------------------------------------------------------------------------------

def frames_of(x, n_fft, hop):
    count = (x.shape[-1] - n_fft) // hop + 1
    return np.stack([x[..., i * hop:i * hop + n_fft] for i in range(count)], -2)


def raw_stft(x, n_fft, hop):
    spec = np.fft.rfft(frames_of(x, n_fft, hop) * get_window('hann', n_fft), axis=-1)
    return np.swapaxes(spec, -1, -2)  # [..., bin, frame]


def torch_stft(x, n_fft, hop):
    return raw_stft(np.pad(x, [(0, 0), (n_fft // 2, n_fft // 2)], mode='reflect'), n_fft, hop)


def torch_istft(spec, n_fft, hop, length):
    window = get_window('hann', n_fft)
    frames = np.fft.irfft(np.swapaxes(spec, -1, -2), n=n_fft, axis=-1) * window
    total = n_fft + hop * (frames.shape[-2] - 1)
    out = np.zeros(spec.shape[:-2] + (max(total, length + n_fft // 2),))
    norm = np.zeros(out.shape[-1])
    for i in range(frames.shape[-2]):
        out[..., i * hop:i * hop + n_fft] += frames[..., i, :]
        norm[i * hop:i * hop + n_fft] += window ** 2
    out = out / np.where(norm > 1e-11, norm, 1)
    return out[..., n_fft // 2:n_fft // 2 + length]


def demucs_spec(x, n_fft, hop):
    le = -(-x.shape[-1] // hop)
    pad = hop // 2 * 3
    padded = np.pad(x, [(0, 0), (pad, pad + le * hop - x.shape[-1])], mode='reflect')
    return torch_stft(padded, n_fft, hop)[..., :-1, 2:2 + le] / np.sqrt(n_fft)


def demucs_ispec(spec, n_fft, hop, length):
    spec = np.pad(spec, [(0, 0)] * (spec.ndim - 2) + [(0, 1), (2, 2)]) * np.sqrt(n_fft)
    pad = hop // 2 * 3
    le = hop * -(-length // hop) + 2 * pad
    return torch_istft(spec, n_fft, hop, le)[..., pad:pad + length]


def stft_case(n_fft, hop, padding, normalised, length):
    x = song(length)
    if padding == 'demucs':
        spec = demucs_spec(x, n_fft, hop)
        if not normalised:
            spec = spec * np.sqrt(n_fft)
    else:
        spec = raw_stft(x, n_fft, hop) if padding == 'none' else torch_stft(x, n_fft, hop)
        if normalised:
            spec = spec / np.sqrt(n_fft)
    bins, frames = spec.shape[-2:]
    picks = []
    for i in range(160):
        channel, b, f = i % 2, (i * 7919) % bins, (i * 104729) % frames
        if i < 8:
            b = 0 if i < 4 else bins - 1
        value = spec[channel, b, f]
        picks.append([channel, b, f, value.real, value.imag])
    return dict(nFft=n_fft, hop=hop, padding=padding, normalised=normalised, length=length, frames=frames, bins=bins,
                energy=[float(np.sum(np.abs(spec[c]) ** 2)) for c in (0, 1)], picks=picks)


# ---- Graphs -------------------------------------------------------------------------------------------------------

def conv(x, w):
    """Same-padded cross-correlation, x [in, ...], w [out, in, ...]."""
    return np.stack([sum(correlate(x[i], w[o, i], mode='same', method='direct') for i in range(x.shape[0]))
                     for o in range(w.shape[0])])


def place(k, used, step, total, align):
    """Start, length and shift of chunk k; a short last chunk is centred (demucs' TensorChunk)."""
    start = k * step
    length = min(used, total - start)
    return start, length, (used - length) // 2 // align * align


def join(x, chunk, trim, overlap, kind, run, align=1):
    """run: [2, chunk] -> [S, 2, chunk]. Masks belong to frames: there all chunks lie on the grid of the hop."""
    used = chunk - 2 * trim
    step = int(used * (1 - overlap)) // align * align
    total = x.shape[-1]
    if kind == 'triangle':
        weight = np.concatenate([np.arange(1, used // 2 + 1), np.arange(used - used // 2, 0, -1)])
        weight = weight / weight.max()
    else:
        fade = used - step
        i = np.arange(used)
        weight = np.minimum(1, np.minimum((i + 1) / (fade + 1), (used - i) / (fade + 1)))
    out, norm, k = None, np.zeros(total), 0
    while k * step < total:
        start, length, shift = place(k, used, step, total, align)
        read = start - shift - trim
        piece = np.zeros((2, chunk))
        lo, hi = max(0, read), min(total, read + chunk)
        piece[:, lo - read:hi - read] = x[:, lo:hi]
        y = run(piece)
        if out is None:
            out = np.zeros(y.shape[:1] + x.shape)
        out[..., start:start + length] += weight[:length] * y[..., trim + shift:trim + shift + length]
        norm[start:start + length] += weight[:length]
        if kind == 'linear' and start + length >= total:
            break
        k += 1
    return out / norm


def as_channels(spec):
    return np.stack([spec[0].real, spec[0].imag, spec[1].real, spec[1].imag])


def from_channels(c):
    return np.stack([c[0] + 1j * c[1], c[2] + 1j * c[3]])


def pad_bins(spec, bins):
    return np.pad(spec, [(0, 0)] * (spec.ndim - 2) + [(0, bins - spec.shape[-2]), (0, 0)])


def uncentred_istft(spec, n_fft, hop):
    length = n_fft + hop * (spec.shape[-1] - 1)
    return np.pad(torch_istft(spec, n_fft, hop, length - n_fft), [(0, 0)] * (spec.ndim - 2) + [(n_fft // 2, n_fft // 2)])


def mask_model(x):
    n_fft, hop, bins, frames, stems = 64, 16, 24, 32, 4
    w = weights((stems * 2, 2, 3, 3), 0.4, 0.5)

    def run(piece):
        spec = raw_stft(piece, n_fft, hop)
        mag = np.abs(spec[:, :bins])
        y = conv(mag / (mag.mean() + 1e-5), w).reshape(stems, 2, bins, frames)
        e = np.exp(y - y.max(0))
        mask = e / e.sum(0)
        full = np.concatenate([mask, np.repeat(mask[:, :, -4:].mean(2, keepdims=True), spec.shape[1] - bins, 2)], 2)
        return uncentred_istft(full * spec, n_fft, hop)

    return join(x, (frames - 1) * hop + n_fft, n_fft - hop, 0.25, 'linear', run, hop)


def ratio_model(x):
    n_fft, hop, bins, frames = 64, 16, 32, 24

    def run(piece):
        spec = raw_stft(piece, n_fft, hop)
        mag = np.swapaxes(np.abs(spec[:, :bins]), 1, 2)  # [channel, frame, bin]
        power = []
        for stem in range(2):
            w = weights((1, 1, 3, 3), 0.5, 1.0 + stem)
            power.append(np.stack([np.abs(conv(mag[c:c + 1], w))[0] for c in (0, 1)]) ** 2)
        total = sum(power) + 1e-10
        masks = np.stack([np.swapaxes((p + 0.5e-10) / total, 1, 2) for p in power])
        return uncentred_istft(pad_bins(masks, spec.shape[1]) * spec, n_fft, hop)

    return join(x, (frames - 1) * hop + n_fft, n_fft - hop, 0.0, 'linear', run, hop)


def channels_model(x):
    stems = []
    for index, (n_fft, hop, bins, frames, compensate) in enumerate([(48, 16, 20, 40, 1.02), (80, 16, 30, 30, 1.0)]):
        w = weights((4, 4, 3, 3), 0.15, 2.0 + index)

        def run(piece):
            spec = torch_stft(piece, n_fft, hop)
            spec[:, :3] = 0
            y = from_channels(conv(as_channels(spec[:, :bins]), w))
            return compensate * torch_istft(pad_bins(y, n_fft // 2 + 1), n_fft, hop, piece.shape[-1])[None]

        stems.append(join(x, hop * (frames - 1), n_fft // 2, 0.0, 'linear', run)[0])
    return np.stack(stems)


def hybrid_model(x):
    n_fft, hop, samples, stems = 64, 16, 1000, 4
    wf = weights((stems * 4, 4, 1, 1), 0.4, 3.0)
    wt = weights((stems * 2, 2, 3), 0.3, 4.0)
    mono = x.mean(0)
    mean, std = mono.mean(), mono.std(ddof=1) + 1e-8

    def run(piece):
        spec = demucs_spec(piece, n_fft, hop)
        planes = conv(as_channels(spec), wf).reshape(stems, 4, *spec.shape[1:])
        freq = demucs_ispec(np.stack([from_channels(p) for p in planes]), n_fft, hop, samples)
        return freq + conv(piece, wt).reshape(stems, 2, samples)

    return join((x - mean) / std, samples, 0, 0.25, 'triangle', run) * std + mean


def waveform_model(x):
    samples, stems = 900, 4
    w = weights((stems * 2, 2, 5), 0.3, 5.0)
    return join(x, samples, 0, 0.25, 'triangle', lambda p: conv(p, w).reshape(stems, 2, samples))


def split_model(x):
    n_fft, hop, samples, stems = 64, 20, 1000, 4
    w = weights((stems * 2, 2, 3, 3), 0.2, 6.0)
    v = weights((stems * 2, 2, 1, 1), 0.3, 7.0)

    def run(piece):
        spec = torch_stft(piece, n_fft, hop)
        re = conv(spec.real, w) - conv(spec.imag, v)
        im = conv(spec.imag, w) + conv(spec.real, v)
        y = (re + 1j * im).reshape(stems, 2, *spec.shape[1:])
        return torch_istft(y, n_fft, hop, samples)

    return join(x, samples, 0, 0.25, 'linear', run)


def kind_case(model, length):
    x = song(length)
    stems = model(x)
    picks = []
    for i in range(240):
        s, c, t = i % stems.shape[0], (i // 7) % 2, (i * 7919) % length
        if i < 16:
            t = i if i < 8 else length - 1 - (i - 8)
        picks.append([s, c, t, stems[s, c, t]])
    return dict(length=length, energy=[float(np.sum(s ** 2)) for s in stems], picks=picks)


if __name__ == '__main__':
    stft = [
        stft_case(256, 64, 'none', False, 3000), stft_case(256, 64, 'centre', False, 3000),
        stft_case(256, 64, 'centre', True, 3001), stft_case(256, 64, 'demucs', True, 3000),
        stft_case(256, 64, 'demucs', True, 3008), stft_case(4096, 1024, 'none', False, 20000),
        stft_case(4096, 1024, 'centre', False, 20000), stft_case(4096, 1024, 'demucs', True, 20000),
        stft_case(6144, 1024, 'centre', False, 20000), stft_case(7680, 1024, 'centre', False, 20000),
        stft_case(16384, 1024, 'centre', False, 20000), stft_case(2048, 441, 'centre', False, 9000),
        stft_case(60, 15, 'centre', False, 500), stft_case(74, 11, 'centre', False, 500),
    ]
    kinds = dict(mask=kind_case(mask_model, 3000), ratio=kind_case(ratio_model, 3000),
                 channels=kind_case(channels_model, 3000), hybrid=kind_case(hybrid_model, 3300),
                 waveform=kind_case(waveform_model, 3300), split=kind_case(split_model, 3300))
    for name, value in (('stft', stft), ('kinds', kinds)):
        with open(os.path.join(HERE, name + '.json'), 'w') as f:
            json.dump(value, f, separators=(',', ':'))
