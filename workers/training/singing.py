"""Singing voices: real singing cut and re-pitched, held notes turned into melodies, and speech turned into song."""
import numpy as np

import effects
from instruments import resampled

RATE, HOP, FFT = 44100, 220, 2048


def phrases(x, rng, n):
    """Fills n samples with pieces of x in random order, with pauses as singers make them."""
    out, at = np.zeros((n, 2), np.float32), int(rng.choice([0, 0.3, 1.5]) * RATE)
    density = rng.choice([0.15, 0.4, 1.2])
    while at < n:
        length = int(rng.uniform(1.5, 9) * RATE)
        start = rng.integers(0, max(1, len(x) - length))
        y = x[start:start + length][:n - at].copy()
        edge = min(len(y) // 2, 600)
        if edge:
            ramp = np.linspace(0, 1, edge, dtype=np.float32)[:, None]
            y[:edge] *= ramp
            y[-edge:] *= ramp[::-1]
        out[at:at + len(y)] = y
        at += len(y) + int(rng.exponential(density) * RATE)
    return out


def pitch_shifted(x, semitones):
    """Phase vocoder on the mid signal: other pitch, same tempo; formants move along."""
    ratio, size, hop = 2 ** (semitones / 12), 2048, 512
    y = np.pad(x.mean(1), (size, size)).astype(np.float32)
    window = np.hanning(size).astype(np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(y, size)[::hop] * window
    spectrum = np.fft.rfft(frames).astype(np.complex64)
    steps = np.arange(0, len(spectrum) - 1, 1 / ratio)
    i, fraction = steps.astype(int), (steps % 1)[:, None].astype(np.float32)
    magnitude = np.abs(spectrum[i]) * (1 - fraction) + np.abs(spectrum[i + 1]) * fraction
    expected = 2 * np.pi * hop * np.arange(size // 2 + 1) / size
    advance = np.angle(spectrum[i + 1]) - np.angle(spectrum[i]) - expected
    advance -= 2 * np.pi * np.round(advance / (2 * np.pi))
    phase = np.cumsum(advance + expected, 0)
    frames = np.fft.irfft(magnitude * np.exp(1j * phase)).astype(np.float32) * window
    out = np.zeros(len(frames) * hop + size, np.float32)
    for k, frame in enumerate(frames):
        out[k * hop:k * hop + size] += frame
    mono = resampled(out[int(size * ratio):] / 1.5, ratio)[:len(x)]
    return np.repeat(np.pad(mono, (0, len(x) - len(mono)))[:, None], 2, 1)


def analysed(x, bandwidth):
    """Log spectral envelope (cepstrally smoothed, reaching the harmonics' peaks) and voicing of every 5 ms."""
    x = x / (np.abs(x).max() + 1e-6)
    frames = np.lib.stride_tricks.sliding_window_view(x, 1323)[::HOP] * np.hanning(1323).astype(np.float32)
    power = np.abs(np.fft.rfft(frames, FFT)).astype(np.float32) + 1e-5
    correlation = np.fft.irfft(power ** 2)
    periodic = correlation[:, RATE // 420:RATE // 60].max(1) / (correlation[:, 0] + 1e-9)
    envelope = log = np.log(power)
    for _ in range(3):
        cepstrum = np.fft.irfft(log)
        cepstrum[:, 60:-59] = 0
        envelope = np.fft.rfft(cepstrum).real.astype(np.float32)
        log = np.maximum(log, envelope)
    hissing = power[:, 186:].sum(1) / power.sum(1)
    voiced = np.convolve((periodic > 0.45) & (hissing < 0.55), np.ones(5) / 5, 'same')
    if bandwidth < 16000:
        k0 = int(0.9 * bandwidth / RATE * FFT)
        slope = np.where(voiced > .5, -0.0035, -0.0006)[:, None]
        envelope[:, k0:] = envelope[:, k0 - 40:k0].mean(1, keepdims=True) + slope * np.arange(envelope.shape[1] - k0)
    return envelope, voiced.astype(np.float32)


def tune(rng, frames, voiced):
    """A sung line: pitch in MIDI, whether sounding, and the place in the speech, for every 5 ms."""
    pitch, sounding, place = np.full(frames, 60.0), np.zeros(frames, np.float32), np.zeros(frames)
    centre, scale = rng.uniform(45, 72), np.array([0, 2, 4, 5, 7, 9, 11] if rng.random() < .5 else [0, 2, 3, 5, 7, 8, 10]) + rng.integers(12)
    allowed = np.array([12 * o + s for o in range(2, 8) for s in scale])
    depth, rate, slow = rng.uniform(0, .8), rng.uniform(4.6, 6.6), rng.uniform(.15, .9)
    lengths = [.15, .2, .25, .3, .4, .6, 1.0, 1.6]
    t, at, now, last = int(rng.uniform(0, 1) * 200), rng.uniform(0, len(voiced)), centre, None
    while t < frames:
        end = min(frames, t + int(rng.uniform(1.2, 6) * 200))
        while t < end:
            length = min(frames - t, max(20, int(rng.choice(lengths, p=[.12, .16, .18, .18, .14, .1, .08, .04]) * rng.uniform(.8, 1.2) * 200)))
            goal = allowed[np.abs(allowed - np.clip(now + rng.integers(-5, 6) * .8, centre - 9, centre + 11)).argmin()]
            k, start = np.arange(length), last if last is not None else goal - rng.uniform(0, 2)
            glide = max(3, int(rng.uniform(.02, .1) * 200))
            pitch[t:t + length] = goal + (start - goal) * np.exp(-k / glide * 1.6) + depth * np.sin(2 * np.pi * rate * k / 200 + rng.uniform(0, 6)) * np.clip((k / 200 - .18) / .25, 0, 1)
            sounding[t:t + length] = 1
            for j in range(length):
                place[t + j] = at % len(voiced)
                at += slow if voiced[int(at) % len(voiced)] > .9 else 1
            now = last = goal
            t += length
        t, last = t + int(rng.choice([.05, .3, .8, 1.8]) * rng.uniform(.6, 1.4) * 200), None
    return pitch, sounding, place.astype(int)


def sung_speech(x, rng, n, bandwidth):
    """Vocoder: pulses at the sung pitch and breath noise, shaped by the speaker's spectral envelopes."""
    envelope, voiced = analysed(x, bandwidth)
    frames = n // HOP
    pitch, sounding, place = tune(rng, frames, voiced)
    drift = np.cumsum(rng.normal(0, .02, frames))
    pitch += drift - np.convolve(drift, np.ones(101) / 101, 'same')
    hertz = np.interp(np.arange(n) / HOP, np.arange(frames), 440 * 2 ** ((pitch - 69) / 12))
    phase = np.cumsum(hertz / RATE)
    wraps = np.flatnonzero(np.diff(np.floor(phase))) + 1
    excess = (phase[wraps] % 1) / (hertz[wraps] / RATE)
    pulses = np.zeros(n + FFT, np.float32)
    size = (np.sqrt(RATE / hertz[wraps]) * rng.uniform(.9, 1.1, len(wraps)) * .05).astype(np.float32)
    np.add.at(pulses, wraps, size * (1 - excess))
    np.add.at(pulses, wraps - 1, size * excess)
    noise = rng.normal(0, .05, n + FFT).astype(np.float32)
    warp, bins = rng.uniform(.84, 1.22), np.arange(FFT // 2 + 1)
    source = np.clip(bins / warp, 0, FFT // 2)
    low = np.minimum(source.astype(int), FFT // 2 - 1)
    weight = (source - low).astype(np.float32)
    level = envelope[place]
    level = np.exp(level[:, low] * (1 - weight) + level[:, low + 1] * weight)
    on = np.convolve(sounding, np.hanning(9) / np.hanning(9).sum(), 'same').astype(np.float32)
    breath, sung = rng.uniform(.02, .4), voiced[place]
    khz = bins * RATE / FFT / 1000
    aspiration = np.clip((khz - 1.5) / 7, 0, 1)[None] * breath * sung[:, None] + (1 - sung[:, None]) * rng.uniform(.3, 1)
    tone = sung[:, None] * np.clip(1 - breath * khz / 9, .05, 1)[None] * (khz < 16)[None]
    window = np.hanning(4 * HOP).astype(np.float32)
    view = np.lib.stride_tricks.sliding_window_view
    mixed = np.fft.rfft(view(pulses, 4 * HOP)[:frames * HOP:HOP] * window, FFT) * tone + np.fft.rfft(view(noise, 4 * HOP)[:frames * HOP:HOP] * window, FFT) * aspiration
    grains = np.fft.fftshift(np.fft.irfft(mixed * level * on[:, None]).astype(np.float32), 1)
    out = np.zeros(n + 2 * FFT, np.float32)
    for k in range(frames):
        out[k * HOP:k * HOP + FFT] += grains[k]
    out = out[FFT // 2:FFT // 2 + n]
    return np.repeat(out[:, None], 2, 1)


def note_melody(x, rng, n):
    """Chops held notes at random places and transposes each by a few semitones: a wordless melody."""
    out, at = np.zeros((n, 2), np.float32), 0
    centre = rng.uniform(-4, 4)
    while at < n:
        y = resampled(x[(s := rng.integers(0, max(1, len(x) - 3 * RATE))):s + int(rng.uniform(.3, 3) * RATE)], 2 ** ((centre + rng.integers(-4, 5)) / 12))
        y = y[:n - at]
        edge = np.minimum(1, np.minimum(np.arange(len(y)), np.arange(len(y))[::-1]) / 900).astype(np.float32)
        out[at:at + len(y)] = y * edge[:, None]
        at += len(y) + int(rng.choice([0, 0, 0, .3, 1.5]) * RATE)
    return out


def singer(catalogue, rng, n):
    kind = rng.choice(['lead', 'melody', 'backing', 'bank', 'speech', 'talk'], p=[.2, .3, .07, .13, .25, .05])
    clips = [c for c in catalogue.where('vocals', 'speech' if kind == 'talk' else kind) if not c.processed or rng.random() < .15]
    if not clips:
        clips = catalogue.where('vocals', 'melody')
        kind = 'melody'
    clip = clips[rng.integers(len(clips))]
    x = catalogue.audio(clip)
    if kind == 'speech':
        start, length = rng.integers(0, max(1, len(x) - 12 * RATE)), 12 * RATE
        bandwidth = 8000 if any(w in clip.name for w in ('emodb', 'arctic', 'kerstin')) else 10000 if 'fleurs' in clip.name else 20000
        return sung_speech(x[start:start + length].mean(1), rng, n, bandwidth)
    x = note_melody(x, rng, n) if kind == 'bank' else phrases(x, rng, int(n * 1.3))
    return np.resize(resampled(x, float(np.clip(2 ** (rng.normal(0, 2.2) / 12), .77, 1.27))), (n, 2)) if rng.random() < .8 else x[:n]


def vocal_part(catalogue, rng, n, beat):
    """A lead with effects, sometimes doubled or with harmonies, sometimes a second singer behind."""
    dry = effects.filtered(effects.normalised(singer(catalogue, rng, n)), 'high', rng.uniform(60, 180))
    out = effects.chain(dry, 'vocals', rng, beat)
    if rng.random() < .3:
        for _ in range(rng.integers(1, 4)):
            voice = pitch_shifted(dry, rng.choice([-12, -5, -4, -3, .12, -.15, 3, 4, 5, 7, 12]))
            out = out + effects.panned(effects.doubled(effects.reverb(voice, rng), rng), rng) * np.float32(rng.uniform(.15, .8))
    if rng.random() < .15:
        out = effects.normalised(out) + effects.chain(effects.normalised(singer(catalogue, rng, n), .06), 'vocals', rng, beat)
    return out
