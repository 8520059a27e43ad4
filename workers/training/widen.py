"""Starts from an earlier model: reads an exported ONNX graph or the pilot's, or widens a checkpoint, without changing the output.

Old channels keep their weights and ignore the new ones; new channels start at random and read everything.
"""
import argparse

import torch

from network import LEVELS, Network


def positions(narrow, wide, groups):
    """Where the old channels lie among the new when a layer reads `groups` equal parts side by side."""
    return [g * wide + i for g in range(groups) for i in range(narrow)]


def embed(target, source, rows, columns=None):
    """Copies source into target at the given channels; old rows do not read new columns."""
    with torch.no_grad():
        if columns is None:
            target[rows] = source
            return
        target[rows] = 0
        target[torch.tensor(rows)[:, None], torch.tensor(columns)[None]] = source


def widen(old, channels):
    new = Network(channels, old.stems)
    n, w = old.channels, channels
    level = lambda k: (n * (k + 1), w * (k + 1))
    same = lambda k, groups=1: positions(*level(k), groups)

    def conv(target, source, k_out, k_in, groups=1):
        embed(target.weight, source.weight, same(k_out), same(k_in, groups))
        embed(target.bias, source.bias, same(k_out))

    def block(target, source, k, groups):
        conv(target.first, source.first, k, k, groups)
        conv(target.second, source.second, k, k)
        with torch.no_grad():
            target.squeeze.copy_(source.squeeze)
            target.spread.copy_(source.spread)
        embed(target.scale, source.scale, same(k))
        embed(target.shift, source.shift, same(k))
        if groups == 2:
            conv(target.shortcut, source.shortcut, k, k, 2)

    def up(target, source, k_out, k_in, cells):
        rows = positions(*level(k_out), cells)
        embed(target.point.weight, source.point.weight, rows, same(k_in))
        embed(target.point.bias, source.point.bias, rows)

    embed(new.inlet.weight, old.inlet.weight, same(0))
    embed(new.inlet.bias, old.inlet.bias, same(0))
    with torch.no_grad():
        new.position[:, same(0)] = old.position
    for k in range(LEVELS):
        block(new.encoders[k], old.encoders[k], k, 1)
        conv(new.downs[k], old.downs[k], k + 1, k)
        up(new.ups[k], old.ups[k], LEVELS - 1 - k, LEVELS - k, 4)
        block(new.decoders[k], old.decoders[k], LEVELS - 1 - k, 2)
    for k in range(2):
        block(new.middle[k], old.middle[k], LEVELS, 1)
    with torch.no_grad():
        new.outlet.point.weight.zero_()
        new.outlet.point.weight[:, same(0, 2)] = old.outlet.point.weight
        new.outlet.point.bias.copy_(old.outlet.point.bias)
    return new


def from_onnx(path):
    """Weights from a graph that export.py wrote (the bundled model), or from the pilot's."""
    import onnx
    from onnx import numpy_helper
    graph = onnx.load(path).graph
    weights = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.initializer}
    return from_export(graph, weights) if 'network.inlet.weight' in weights else from_pilot(weights)


def from_export(graph, weights):
    """Exported weights keep their names but for the scale and shift of each TDF, which are told by their place in the graph."""
    net = Network(weights['network.inlet.bias'].shape[0])
    state = {name.removeprefix('network.'): w for name, w in weights.items() if name.startswith('network.')}
    for node in graph.node:
        for operation, key in (('Mul', 'scale'), ('Add', 'shift')):
            constant = next((i for i in node.input if i.startswith(f'onnx::{operation}_')), None)
            if constant:
                block = node.name.strip('/').split('/')[-2]
                state[f'{block}.{key}'] = weights[constant].flatten()
    net.load_state_dict(state)
    return net


def from_pilot(w):
    """The pilot's weights: batch norms after convolutions are folded in its file already, those of the TDF are folded here."""
    number = lambda name: int(name.rsplit('_', 1)[1])
    convs = iter(sorted((k for k in w if k.startswith('onnx::Conv')), key=number))
    matrices = iter(sorted((k for k in w if k.startswith('onnx::MatMul')), key=number))
    net = Network(w['inp.bias'].shape[0])

    def copy(target, source):
        with torch.no_grad():
            target.copy_(source.reshape(target.shape))

    def block(target, name):
        for layer in (target.first, target.second):
            copy(layer.weight, w[next(convs)])
            copy(layer.bias, w[next(convs)])
        copy(target.squeeze, w[next(matrices)].T)
        copy(target.spread, w[next(matrices)].T)
        gain = w[f'{name}.bl.weight'] / torch.sqrt(w[f'{name}.bl.running_var'] + 1e-5)
        copy(target.scale, gain)
        copy(target.shift, w[f'{name}.bl.bias'] - gain * w[f'{name}.bl.running_mean'])
        if f'{name}.sc.weight' in w:
            copy(target.shortcut.weight, w[f'{name}.sc.weight'])
            copy(target.shortcut.bias, w[f'{name}.sc.bias'])

    def up(target, name):
        weight = w[f'{name}.weight']  # [in, out, kf, kt]
        copy(target.point.weight, weight.permute(2, 3, 1, 0).reshape(-1, weight.shape[0]))
        copy(target.point.bias, w[f'{name}.bias'].repeat(weight.shape[2] * weight.shape[3]))

    copy(net.inlet.weight, w['inp.weight'])
    copy(net.inlet.bias, w['inp.bias'])
    copy(net.position, w['fe'])
    for k in range(LEVELS):
        block(net.encoders[k], f'e.{k}')
        copy(net.downs[k].weight, w[f'd.{k}.weight'])
        copy(net.downs[k].bias, w[f'd.{k}.bias'])
    for k in range(2):
        block(net.middle[k], f'm.{k}')
    for k in range(LEVELS):
        up(net.ups[k], f'u.{k}')
        block(net.decoders[k], f'g.{k}')
    up(net.outlet, 'out')
    return net


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('source', help='an exported model.onnx, pilot.onnx, or a checkpoint (.pt)')
    parser.add_argument('target')
    parser.add_argument('--channels', type=int, default=32)
    options = parser.parse_args()
    if options.source.endswith('.onnx'):
        old = from_onnx(options.source)
    else:
        saved = torch.load(options.source, map_location='cpu')
        old = Network(saved['channels'])
        old.load_state_dict(saved['best'])
    x = torch.rand(1, 2, 1536, 64) * 3
    new = widen(old, options.channels) if options.channels != old.channels else old
    with torch.no_grad():
        print('largest change of any mask:', float((old(x) - new(x)).abs().max()))
    torch.save({'channels': options.channels, 'best': new.state_dict()}, options.target)
