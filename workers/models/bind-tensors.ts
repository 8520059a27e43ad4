// Finds a graph's tensors by role and shape, since exporters invent names; a mismatch says what is there and what was wanted.
import { layoutOf, type AxisSizes, type TensorLayout } from './tensor-layout.ts';
import type { TensorRole } from './manifest.ts';

export interface TensorInfo {
  name: string;
  type: string;
  /** A string stands for a dimension that the graph leaves open. */
  shape: readonly (number | string)[];
}

export interface BoundTensor {
  name: string;
  layout: TensorLayout;
}

export class GraphMismatch extends Error {
  override readonly name = 'GraphMismatch';
}

/** Parts of names that exporters give to a role, to choose between tensors of the same shape. */
const hints: Record<string, RegExp> = {
  real: /real|(^|[_.])re($|[_.\d])/i,
  imaginary: /imag|(^|[_.])im($|[_.\d])/i,
};

const fits = (tensor: TensorInfo, dims: readonly number[]): boolean =>
  tensor.type === 'float32' &&
  tensor.shape.length === dims.length &&
  tensor.shape.every((dim, axis) => typeof dim === 'string' || dim < 0 || dim === dims[axis]);

const describe = ({ name, type, shape }: TensorInfo): string => `${name} ${type} [${shape.join(', ')}]`;

const choose = (role: string, wanted: TensorRole, candidates: TensorInfo[]): TensorInfo | undefined => {
  if (wanted.name !== undefined) return candidates.find(({ name }) => name === wanted.name);
  const hint = hints[role];
  const hinted = hint ? candidates.filter(({ name }) => hint.test(name)) : [];
  return hinted.length === 1 ? hinted[0] : candidates[0];
};

/** Binds every role or throws GraphMismatch. `what` names the graph's side, for example "inputs of x.onnx". */
export const bindTensors = <Role extends string>(
  what: string,
  roles: Record<Role, TensorRole>,
  sizes: AxisSizes,
  tensors: readonly TensorInfo[],
): Record<Role, BoundTensor> => {
  const taken = new Set<string>();
  const bound: Partial<Record<Role, BoundTensor>> = {};
  for (const [role, wanted] of Object.entries<TensorRole>(roles)) {
    const layout = layoutOf(wanted.axes, sizes);
    const open = tensors.filter((tensor) => !taken.has(tensor.name) && fits(tensor, layout.dims));
    const tensor = choose(role, wanted, open);
    if (!tensor) {
      const named = wanted.name === undefined ? '' : ` named ${wanted.name}`;
      throw new GraphMismatch(
        `The ${what} do not match the manifest: got ${tensors.map(describe).join('; ') || 'none'}; wanted ${role}${named} ` +
          `float32 [${layout.dims.join(', ')}] (${wanted.axes.join(', ')}).`,
      );
    }
    taken.add(tensor.name);
    bound[role as Role] = { name: tensor.name, layout };
  }
  return bound as Record<Role, BoundTensor>;
};
