"""How far the masked mix is from each stem, in the complex plane, with its gradient written out.

|m X - S|^2 = (m |X| - p)^2 + q^2 with p = Re(S conj X) / |X| and q^2 = |S|^2 - p^2, so only real tensors are needed.
Working through one stem of one song at a time keeps everything in the cache: twice as fast on a CPU as autograd.
"""
import torch

ABSOLUTE, ROOT_SQUARE, FLOOR = .5, .15, 1e-4


class MaskLoss(torch.autograd.Function):
    """logits [songs, stems, 2, bins, frames] and complex stems of the same shape; the mean of both kinds of distance."""

    @staticmethod
    def forward(context, logits, stems):
        songs, count = stems.shape[:2]
        elements = stems[0, 0].numel()
        gradient, total = torch.empty_like(logits), torch.zeros((), device=logits.device)
        for song in range(songs):
            masks = torch.softmax(logits[song].float(), 0)
            mix = stems[song].sum(0)
            size = mix.abs().add_(1e-6)
            unit = size.mean() + 1e-5
            real, imaginary = mix.real / size, mix.imag / size
            size = size / unit
            slopes = torch.empty_like(masks)
            for k in range(count):
                x, y = stems[song, k].real / unit, stems[song, k].imag / unit
                along = x * real + y * imaginary
                rest = x.square_().add_(y.square_()).sub_(along.square()).clamp_(min=0)
                error = (masks[k] * size).sub_(along)
                square = rest.add_(error.square())
                root = torch.sqrt(square.mean() + FLOOR)
                inverse = torch.rsqrt(square.add_(FLOOR))
                total += ABSOLUTE * (square * inverse).mean() + ROOT_SQUARE * root
                inverse.mul_(ABSOLUTE).add_(ROOT_SQUARE / root)
                torch.mul(error.mul_(size), inverse, out=slopes[k])
            slopes -= (slopes * masks).sum(0)
            gradient[song] = slopes.mul_(masks).mul_(1 / (elements * count * songs))
        context.save_for_backward(gradient)
        return total / (songs * count)

    @staticmethod
    def backward(context, above):
        return context.saved_tensors[0] * above, None


def mask_loss(logits, stems):
    return MaskLoss.apply(logits, stems)
