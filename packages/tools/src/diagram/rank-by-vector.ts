import { setImmediate } from 'node:timers/promises';
import { toUnit, type VectorTable } from './snapshot-cache.ts';

/** Values that are multiplied before other work gets a turn: a few milliseconds. */
const valuesPerTurn = 2_000_000;

/** Returns the paths of a table, most similar to a vector first. */
export async function rankByVector(
  table: VectorTable,
  vector: Float32Array,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { paths, values, dimensions } = table;
  if (vector.length !== dimensions) return [];
  const unit = toUnit(vector);
  const perTurn = Math.max(1, Math.floor(valuesPerTurn / dimensions));
  const scores = new Float32Array(paths.length);
  for (let row = 0; row < paths.length; row += 1) {
    if (row > 0 && row % perTurn === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    let sum = 0;
    for (let index = 0; index < dimensions; index += 1) {
      sum += (values[row * dimensions + index] ?? 0) * (unit[index] ?? 0);
    }
    scores[row] = sum;
  }
  return paths
    .map((path, row) => ({ path, score: scores[row] ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ path }) => path);
}
