import { AppError } from '@shipmate/core';
import type { CodeMapSnapshot, DiagramRequest } from '@shipmate/domain/code-map';
import type { ComputePort } from '../compute/compute-port.ts';
import { filesWithSymbols, type SymbolsOf } from './build/find-place.ts';
import type { DiagramPort } from './diagram-port.ts';
import { encodeSnapshot, type SnapshotBytes } from './tasks/snapshot-bytes.ts';

/** Options for {@link createDiagrams}. */
export interface DiagramsOptions {
  readonly compute: ComputePort;
  /** After this time, a layout is replaced by a simpler one. Default: 15 000, of which the start of a thread may take seconds. */
  readonly layoutDeadlineMs?: number;
}

/** Creates the port that draws diagrams in worker threads. It needs no closing. */
export function createDiagrams({ compute, layoutDeadlineMs = 15_000 }: DiagramsOptions): DiagramPort {
  // Encoded once for each snapshot in memory, and freed with it.
  const encoded = new WeakMap<CodeMapSnapshot, Promise<SnapshotBytes>>();
  const encode = (snapshot: CodeMapSnapshot): Promise<SnapshotBytes> => {
    const known = encoded.get(snapshot);
    if (known) return known;
    const bytes = encodeSnapshot(snapshot);
    encoded.set(snapshot, bytes);
    return bytes;
  };
  return {
    async draw({ snapshot, request, listSymbols }, caller) {
      const bytes = await encode(snapshot);
      const symbols = await readSymbols(snapshot, request, listSymbols);
      const deadline = AbortSignal.timeout(layoutDeadlineMs);
      const hasty = { ...caller, signal: AbortSignal.any([caller.signal, deadline]) };
      try {
        return await compute.run('drawDiagram', [bytes, { request, symbols, isSimple: false }], hasty);
      } catch (thrown) {
        if (!deadline.aborted || caller.signal.aborted || !AppError.isInstance(thrown)) throw thrown;
        if (thrown.code !== 'ABORTED' && thrown.code !== 'TIMEOUT') throw thrown;
        return compute.run('drawDiagram', [bytes, { request, symbols, isSimple: true }], caller);
      }
    },
    async queryFiles({ snapshot, ...query }, caller) {
      return compute.run('queryMapFiles', [await encode(snapshot), query], caller);
    },
    async compare({ base, head }, caller) {
      return compute.run('compareMaps', [await encode(base), await encode(head)], caller);
    },
    async assess(snapshot, caller) {
      return compute.run('assessMapHealth', [await encode(snapshot)], caller);
    },
  };
}

/** Reads the symbols that a request names. */
async function readSymbols(
  { files }: CodeMapSnapshot,
  { from, nodes = [], edges = [] }: DiagramRequest,
  listSymbols: (paths: readonly string[]) => Promise<SymbolsOf>,
): Promise<SymbolsOf> {
  const written = [from ?? '', ...nodes.map(({ path }) => path), ...edges.flatMap((edge) => [edge.from, edge.to])];
  const named = new Set(filesWithSymbols(written));
  const paths = named.size === 0 ? [] : files.map(({ path }) => path).filter((path) => named.has(path));
  return paths.length === 0 ? new Map() : listSymbols(paths);
}
