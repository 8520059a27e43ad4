// Finds the operation of a path and method in the operation table.
import {
  type Method,
  type Operation,
  type OperationId,
  operationTable,
} from '../contract/operation-table.ts';

export type Match =
  | { kind: 'found'; id: OperationId; operation: Operation; params: Record<string, string> }
  | { kind: 'no_path' }
  | { kind: 'no_method'; allowed: Method[] };

const routes = (Object.entries(operationTable) as [OperationId, Operation][]).map(([id, operation]) => ({
  id,
  operation,
  segments: operation.path.slice(1).split('/'),
}));

const bind = (pattern: readonly string[], segments: readonly string[]): Record<string, string> | null => {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const value = segments[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = value;
    else if (part !== value) return null;
  }
  return params;
};

/** A literal path wins over one with parameters: /splits/batch is never the split called "batch". */
export const matchOperation = (method: string, segments: readonly string[]): Match => {
  const candidates = routes
    .map((route) => ({ ...route, params: bind(route.segments, segments) }))
    .filter((route) => route.params !== null)
    .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length);
  const fewest = Object.keys(candidates[0]?.params ?? {}).length;
  const closest = candidates.filter((route) => Object.keys(route.params ?? {}).length === fewest);
  if (closest.length === 0) return { kind: 'no_path' };
  const found = closest.find((route) => route.operation.method === method);
  if (!found) return { kind: 'no_method', allowed: closest.map((route) => route.operation.method) };
  return { kind: 'found', id: found.id, operation: found.operation, params: found.params ?? {} };
};
