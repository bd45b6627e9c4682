import type { CodeMapSnapshot, CodeVector } from '@shipmate/domain/code-map';
import { LRUCache } from 'lru-cache';

/** The vectors of a map's files, one after the other. */
export interface VectorTable {
  readonly paths: readonly string[];
  readonly values: Float32Array;
  /** The number of values of each vector. */
  readonly dimensions: number;
}

/** Keeps what was read of maps, up to a number of bytes. Concurrent callers share one read. */
export interface MapCache<Value> {
  /** The read may not depend on the caller: others get its result, and its error. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
}

/** Creates a cache that drops the least recently used values beyond `maxBytes`; a larger value is not kept. */
export function createMapCache<Value extends object>(
  maxBytes: number,
  sizeOf: (value: Value) => number,
): MapCache<Value> {
  const values = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: (value) => Math.max(1, Math.ceil(sizeOf(value))),
  });
  const reads = new Map<string, Promise<Value>>();

  async function load(key: string, read: () => Promise<Value>): Promise<Value> {
    try {
      const value = await read();
      values.set(key, value);
      return value;
    } finally {
      reads.delete(key);
    }
  }

  return {
    async get(key, read) {
      const value = values.get(key);
      if (value !== undefined) return value;
      const running = reads.get(key) ?? load(key, read);
      reads.set(key, running);
      return running;
    },
  };
}

/** Bytes that a file of a snapshot takes without its texts. */
const bytes = { file: 400, import: 160, fact: 120 };

/** Estimates the memory of a snapshot. */
export function sizeOfSnapshot({ files }: CodeMapSnapshot): number {
  let size = 0;
  for (const { path, imports, facts } of files) {
    size += bytes.file + 2 * path.length + bytes.import * imports.length + bytes.fact * facts.length;
  }
  return size;
}

/** Returns the memory of vectors. */
export function sizeOfVectors({ paths, values }: VectorTable): number {
  return values.byteLength + paths.reduce((sum, path) => sum + 40 + 2 * path.length, 0);
}

/** Joins vectors; those of another length than the first are dropped. */
export function toVectorTable(vectors: readonly CodeVector[]): VectorTable {
  const dimensions = vectors[0]?.vector.length ?? 0;
  const kept = vectors.filter(({ vector }) => vector.length === dimensions);
  const values = new Float32Array(kept.length * dimensions);
  for (const [index, { vector }] of kept.entries()) values.set(toUnit(vector), index * dimensions);
  return { paths: kept.map(({ path }) => path), values, dimensions };
}

/** Scales a vector to length 1, so that products of vectors are cosines. */
export function toUnit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  return vector.map((value) => value / length);
}
