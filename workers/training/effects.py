"""Effects as producers use them, on float32 stereo arrays [samples, 2] at 44.1 kHz."""
import subprocess

import numpy as np
from scipy.signal import butter, fftconvolve, lfilter

RATE = 44100


def filtered(x, kind, hertz, order=1):
    b, a = butter(order, min(hertz, 0.45 * RATE), kind, fs=RATE)
    return lfilter(b, a, x, axis=0).astype(np.float32)


def peaking(x, hertz, decibels, q):
    """One bell of a parametric equaliser (RBJ cookbook)."""
    gain, w = 10 ** (decibels / 40), 2 * np.pi * hertz / RATE
    alpha, c = np.sin(w) / (2 * q), np.cos(w)
    b, a = [1 + alpha * gain, -2 * c, 1 - alpha * gain], [1 + alpha / gain, -2 * c, 1 - alpha / gain]
    return lfilter(np.array(b) / a[0], np.array(a) / a[0], x, axis=0).astype(np.float32)


def normalised(x, level=0.1):
    return x * np.float32(level / (np.sqrt(np.mean(x ** 2)) + 1e-6))


def equaliser(x, rng):
    for _ in range(rng.integers(1, 4)):
        x = peaking(x, 10 ** rng.uniform(1.8, 4.1), rng.uniform(-8, 8), rng.uniform(0.4, 2.5))
    if rng.random() < 0.2:
        x = filtered(x, 'low', 10 ** rng.uniform(3.4, 4.2))
    return x


def compressor(x, rng):
    """Downward compression by a smoothed level; a fast setting pumps, a slow one levels."""
    time = 10 ** rng.uniform(-2.3, -0.7)
    k = 1 - np.exp(-1 / (time * RATE))
    level = np.sqrt(np.maximum(lfilter([k], [1, k - 1], (x ** 2).mean(1)), 1e-9))
    threshold = np.sqrt(np.mean(x ** 2)) * rng.uniform(0.4, 1.5)
    gain = np.minimum(1, (threshold / level)) ** rng.uniform(0.3, 0.85)
    return x * gain[:, None].astype(np.float32)


def saturation(x, rng):
    drive = 10 ** rng.uniform(-0.3, 0.8)
    return np.tanh(normalised(x, 0.3) * drive) / np.float32(drive)


def amplifier(x, rng):
    """Guitar amplifier: high-pass, one or two clipping stages, tone, loudspeaker cabinet."""
    x = filtered(normalised(x, 0.2), 'high', rng.uniform(60, 250))
    for _ in range(rng.integers(1, 3)):
        bias = rng.uniform(-0.2, 0.2)
        x = np.tanh(x * 10 ** rng.uniform(0.4, 1.7) + bias).astype(np.float32) - np.float32(np.tanh(bias))
    x = peaking(x, rng.uniform(350, 900), rng.uniform(-9, 4), 0.8)
    x = peaking(x, rng.uniform(1800, 3800), rng.uniform(0, 9), 1.0)
    x = filtered(x, 'low', rng.uniform(3000, 6500), 3)
    return filtered(x, 'high', rng.uniform(50, 120), 2)


def impulse_response(rng, longest=2.8):
    """Synthetic room, plate or hall: early reflections, then noise whose highs die first; stereo and decorrelated."""
    seconds = 10 ** rng.uniform(-0.8, np.log10(longest))
    n = int(seconds * RATE)
    t = np.arange(n) / n
    tail = rng.normal(size=(n, 2)) * np.exp(-6.9 * t)[:, None]
    dark = filtered(tail, 'low', rng.uniform(900, 4000))
    mix = np.exp(-rng.uniform(1, 6) * t)[:, None]
    tail = tail * mix + dark * (1 - mix) * 2
    for _ in range(rng.integers(3, 14)):
        at = int(rng.uniform(0.002, 0.07) * RATE)
        if at < n:
            tail[at] += rng.normal(size=2) * 10 ** rng.uniform(0.3, 1.2)
    tail = filtered(tail, 'high', rng.uniform(80, 400))
    pre = int(rng.uniform(0, 0.04) * RATE)
    tail = np.concatenate([np.zeros((pre, 2), np.float32), tail])
    return tail / np.sqrt((tail ** 2).sum(0)).mean()


def reverb(x, rng, wet=None):
    wet = 10 ** (rng.uniform(-22, -4) / 20) if wet is None else wet
    response = impulse_response(rng).astype(np.float32)
    return x + np.float32(wet) * fftconvolve(x, response, axes=0)[:len(x)].astype(np.float32)


def echo(x, rng, beat):
    delay = int(beat * rng.choice([0.5, 0.75, 1.0, 0.25]) * RATE)
    feedback, level, y = rng.uniform(0.15, 0.5), rng.uniform(0.1, 0.45), x.copy()
    ping = rng.random() < 0.5
    for k in range(1, 5):
        if delay * k >= len(x):
            break
        repeat = x[:-delay * k] * np.float32(level * feedback ** (k - 1))
        y[delay * k:] += repeat[:, ::-1] * np.array([k % 2, 1 - k % 2], np.float32) if ping else repeat
    return y


def chorus(x, rng):
    n = np.arange(len(x))
    depth, rate, base = rng.uniform(0.0005, 0.004) * RATE, rng.uniform(0.1, 2.5), rng.uniform(0.004, 0.02) * RATE
    wet = [np.interp(n - base - depth * (1 + np.sin(2 * np.pi * rate * n / RATE + p)), n, x[:, c])
           for c, p in enumerate(rng.uniform(0, 6, 2))]
    return x + np.float32(rng.uniform(0.3, 0.9)) * np.stack(wet, 1).astype(np.float32)


def tremolo(x, rng, beat):
    rate = rng.choice([1 / beat, 2 / beat, 4 / beat, rng.uniform(3, 8)])
    depth, phase = rng.uniform(0.2, 0.9), rng.choice([0, np.pi])
    t = np.arange(len(x)) / RATE
    lfo = np.stack([np.sin(2 * np.pi * rate * t), np.sin(2 * np.pi * rate * t + phase)], 1)
    return (x * (1 - depth * (0.5 + 0.5 * lfo))).astype(np.float32)


def ducked(x, rng, beat):
    """Side-chain pumping on every beat, as dance music has it."""
    return pumped(x, beat, rng.uniform(0.4, 0.95), rng.uniform(3, 9))


def pumped(x, beat, depth, speed):
    t = np.arange(len(x)) / RATE % beat / beat
    return x * (1 - depth * np.exp(-t * speed))[:, None].astype(np.float32)


def panned(x, rng, widest=1.0):
    """Places a source: constant-power balance plus a change of its own width."""
    angle = (rng.uniform(-1, 1) * widest + 1) * np.pi / 4
    mid, side = x.mean(1), (x[:, 0] - x[:, 1]) / 2 * rng.uniform(0, 1.4)
    gains = np.sqrt(2) * np.array([np.cos(angle), np.sin(angle)])
    return (np.stack([mid + side, mid - side], 1) * gains).astype(np.float32)


def doubled(x, rng):
    """Two takes: each side a little late and a little detuned, as double tracking and wideners do."""
    n, out = np.arange(len(x)), []
    for _ in range(2):
        wander = np.interp(n, np.linspace(0, len(x), 40), rng.normal(0, 0.0015 * RATE, 40)) + rng.uniform(0.004, 0.02) * RATE
        out.append(np.interp(n - wander, n, x.mean(1)))
    wide = np.stack(out, 1).astype(np.float32)
    return wide if rng.random() < 0.5 else x + np.float32(rng.uniform(0.3, 0.9)) * wide


def mp3_coded(x, rng):
    """An MP3 round trip: what samples, loops and acapellas have often been through. Needs FFmpeg."""
    pcm, rate = ['-f', 'f32le', '-ar', str(RATE), '-ac', '2'], f'{rng.choice([64, 96, 128, 160])}k'
    run = lambda arguments, data: subprocess.run(['ffmpeg', '-v', 'error', '-nostdin', *arguments], input=data, capture_output=True, check=True, timeout=120).stdout
    peak = np.float32(np.abs(x).max() + 1e-6)
    coded = run([*pcm, '-i', 'pipe:0', '-b:a', rate, '-f', 'mp3', 'pipe:1'], (x / peak * np.float32(.9)).astype('<f4').tobytes())
    # Through a pipe the coder's delay is not written down: 1105 samples.
    y = np.frombuffer(run(['-f', 'mp3', '-i', 'pipe:0', *pcm, 'pipe:1'], coded), '<f4').reshape(-1, 2)[1105:1105 + len(x)]
    return np.pad(y, ((0, len(x) - len(y)), (0, 0))) * (peak / np.float32(.9))


CHAINS = {  # probability of each effect by stem
    'vocals': dict(equaliser=.8, compressor=.9, saturation=.15, doubled=.2, chorus=.05, echo=.25, reverb=.85, panned=.15),
    'drums': dict(equaliser=.7, compressor=.5, saturation=.25, reverb=.4),
    'bass': dict(equaliser=.7, compressor=.6, saturation=.35, chorus=.08, reverb=.08),
    'guitar': dict(equaliser=.7, compressor=.4, saturation=.2, doubled=.2, chorus=.15, tremolo=.05, echo=.2, reverb=.55, panned=.7),
    'piano': dict(equaliser=.7, compressor=.4, saturation=.15, chorus=.1, tremolo=.08, echo=.08, reverb=.55, panned=.4),
    'other': dict(equaliser=.8, compressor=.3, saturation=.25, doubled=.15, chorus=.25, tremolo=.08, ducked=.12, echo=.3, reverb=.65, panned=.6),
}
NEEDS_BEAT = {'echo': echo, 'tremolo': tremolo, 'ducked': ducked}
PLAIN = {'equaliser': equaliser, 'compressor': compressor, 'saturation': saturation, 'doubled': doubled, 'chorus': chorus,
         'reverb': reverb, 'panned': panned}


def chain(x, stem, rng, beat):
    for name, probability in CHAINS[stem].items():
        if rng.random() < probability:
            x = NEEDS_BEAT[name](x, rng, beat) if name in NEEDS_BEAT else PLAIN[name](x, rng)
    return mp3_coded(x, rng) if rng.random() < .12 else x
