"""What may never be trained on: the evaluation songs, known by name and by the SHA-256 of their files.

Standard library only, so that the check runs where neither NumPy nor PyTorch is installed.
"""
import hashlib
import json
import pathlib

HELD_OUT_SONGS = ('caesium', 'francium', 'mdn_multitrack')
HASHES = pathlib.Path(__file__).with_name('held_out.json')


def sha256(path):
    digest = hashlib.sha256()
    with open(path, 'rb') as file:
        for block in iter(lambda: file.read(1 << 20), b''):
            digest.update(block)
    return digest.hexdigest()


def held_out_hashes():
    return set(json.loads(HASHES.read_text())['sha256'].values())


def refuse_held_out(path):
    """Returns the path, or raises when its name belongs to an evaluation song."""
    text = str(path).lower()
    for song in HELD_OUT_SONGS:
        if song in text:
            raise ValueError(f'{path} belongs to the evaluation song "{song}": it must not be trained on')
    if '/eval/' in text or text.startswith('eval/'):
        raise ValueError(f'{path} lies in the evaluation folder: it must not be trained on')
    return path


def write_hashes(data):
    data = pathlib.Path(data)
    hashes = {str(f.relative_to(data)): sha256(f) for f in sorted(data.glob('eval/*/*.flac'))}
    HASHES.write_text(json.dumps({'sha256': hashes}, indent=2) + '\n')


def write_trained_on(data, paths, target):
    """One line per training file: the first half of its SHA-256, two spaces, its path."""
    lines = [f'{sha256(pathlib.Path(data, path))[:32]}  {path}' for path in sorted(paths)]
    pathlib.Path(target).write_text('\n'.join(lines) + '\n')
