"""Invented electronic drums: kicks that fall in pitch, tuned noise, ringing metal; and the long bass notes that go with them."""
import numpy as np

RATE = 44100


def seconds(length):
    return np.arange(int(length * RATE), dtype=np.float32) / RATE


def falling_sine(t, low, fall, time):
    """A sine that starts `fall` octaves above `low` and settles there."""
    return np.sin(2 * np.pi * np.cumsum(low * 2 ** (fall * np.exp(-t / time))) / RATE)


def band(noise, low, high):
    spectrum, hertz = np.fft.rfft(noise), np.fft.rfftfreq(len(noise), 1 / RATE)
    return np.fft.irfft(spectrum / (1 + (low / (hertz + 1)) ** 4) / (1 + (hertz / high) ** 4), len(noise)).astype(np.float32)


def kick(rng):
    t = seconds(1.2)
    y = falling_sine(t, rng.uniform(36, 68), rng.uniform(1, 4), 10 ** rng.uniform(-2.3, -1.2)) * np.exp(-t / 10 ** rng.uniform(-1.4, -.35))
    click = band(rng.normal(size=len(t)), 800, rng.uniform(2000, 9000)) * np.exp(-t / rng.uniform(.001, .006))
    return np.tanh((y + rng.uniform(0, .8) * click) * 10 ** rng.uniform(-.2, .7))


def snare(rng):
    t = seconds(.6)
    body = falling_sine(t, rng.uniform(140, 260), rng.uniform(0, 1), .02) * np.exp(-t / rng.uniform(.03, .12))
    rattle = band(rng.normal(size=len(t)), rng.uniform(300, 2500), rng.uniform(5000, 14000)) * np.exp(-t / rng.uniform(.04, .2))
    return np.tanh((rng.uniform(0, 1) * body + rng.uniform(.5, 2) * rattle) * 10 ** rng.uniform(-.2, .4))


def clap(rng):
    t, gap = seconds(.6), rng.uniform(.007, .014)
    bursts = sum(np.exp(-np.maximum(t - k * gap, 0) / .004) * (t >= k * gap) for k in range(3))
    tail = np.exp(-np.maximum(t - 3 * gap, 0) / rng.uniform(.03, .16)) * (t >= 3 * gap)
    return band(rng.normal(size=len(t)), rng.uniform(500, 1100), rng.uniform(2500, 9000)) * (bursts + tail)


def metal(rng, decay):
    """Square waves that do not fit each other and noise, high-passed: hats, rides and crashes of drum machines."""
    t, base = seconds(max(.2, 6 * decay)), rng.uniform(280, 560)
    squares = sum(np.sign(np.sin(2 * np.pi * base * r * t)) for r in (1, 1.34, 1.53, 1.79, 2.19, 2.54))
    noise = rng.normal(size=len(t)) * 2.5
    share = rng.random()
    return band(share * squares + (1 - share) * noise, rng.uniform(4000, 9000), 18000) * np.exp(-t / decay)


def tom(rng):
    t = seconds(.8)
    return falling_sine(t, rng.uniform(70, 220), rng.uniform(.2, 1), .06) * np.exp(-t / rng.uniform(.08, .25))


def invented_kit(rng):
    """One to two hits for each piece of a kit, stereo, peak 1."""
    makers = {'kick': kick, 'snare': snare, 'clap': clap, 'hihat_closed': lambda r: metal(r, r.uniform(.01, .05)), 'hihat_open': lambda r: metal(r, r.uniform(.08, .3)),
              'tom': tom, 'crash': lambda r: metal(r, r.uniform(.3, .7)), 'ride': lambda r: metal(r, r.uniform(.15, .5)), 'percussion': lambda r: (tom, clap, snare)[r.integers(3)](r)}
    peak = lambda y: (y / (np.abs(y).max() + 1e-6)).astype(np.float32)
    return {piece: [np.repeat(peak(make(rng))[:, None], 2, 1) for _ in range(1 + (piece == 'tom'))] for piece, make in makers.items()}


def long_bass(rng, pitch):
    """The "808": a kick's sine tuned to a note, with or without dirt."""
    t = seconds(2.4)
    y = falling_sine(t, 440 * 2 ** ((pitch - 69) / 12), rng.uniform(0, 1.5), rng.uniform(.01, .06)) * np.exp(-t / rng.uniform(.4, 1.8))
    y = np.tanh(y * 10 ** rng.uniform(-.3, .9)) * np.minimum(1, t / .003)
    return (y / (np.abs(y).max() + 1e-6)).astype(np.float32)
