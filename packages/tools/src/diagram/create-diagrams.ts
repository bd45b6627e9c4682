import { AppError } from '@shipmate/core';
import type { CodeMapSnapshot, DiagramPicture, DiagramRequest } from '@shipmate/domain/code-map';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
import { filesWithSymbols, type SymbolsOf } from './build/find-place.ts';
import type { CodeHealth } from './health/assess-health.ts';
import type { DiagramPort, DrawRequest } from './diagram-port.ts';
import { createResultCache } from './result-cache.ts';
import { encodeSnapshot, type SnapshotBytes } from './tasks/snapshot-bytes.ts';

/** Options for {@link createDiagrams}. */
export interface DiagramsOptions {
  readonly compute: ComputePort;
  /** After this time, a layout is replaced by a simpler one. Default: 15 000, of which the start of a thread may take seconds. */
  readonly layoutDeadlineMs?: number;
  /** Memory of pictures and findings that are kept for the next reader. Default: 32 MB. */
  readonly maxResultBytes?: number;
}

/** Creates the port that draws diagrams in worker threads. It needs no closing. */
export function createDiagrams(options: DiagramsOptions): DiagramPort {
  const { compute, layoutDeadlineMs = 15_000, maxResultBytes = 32_000_000 } = options;
  const results = createResultCache(maxResultBytes);
  // Encoded once for each snapshot in memory, and freed with it.
  const encoded = new WeakMap<CodeMapSnapshot, Promise<SnapshotBytes>>();
  const encode = (snapshot: CodeMapSnapshot): Promise<SnapshotBytes> => {
    const known = encoded.get(snapshot);
    if (known) return known;
    const bytes = encodeSnapshot(snapshot);
    encoded.set(snapshot, bytes);
    return bytes;
  };

  async function draw(
    { snapshot, request, listSymbols }: DrawRequest,
    caller: ComputeCaller,
  ): Promise<{ readonly picture: DiagramPicture; readonly isSimple: boolean }> {
    const bytes = await encode(snapshot);
    const symbols = await readSymbols(snapshot, request, listSymbols);
    const run = (isSimple: boolean, signal: AbortSignal) =>
      compute.run('drawDiagram', [bytes, { request, symbols, isSimple }], { ...caller, signal });
    const deadline = AbortSignal.timeout(layoutDeadlineMs);
    try {
      return { picture: await run(false, AbortSignal.any([caller.signal, deadline])), isSimple: false };
    } catch (thrown) {
      if (!deadline.aborted || caller.signal.aborted || !AppError.isInstance(thrown)) throw thrown;
      if (thrown.code !== 'ABORTED' && thrown.code !== 'TIMEOUT') throw thrown;
      return { picture: await run(true, caller.signal), isSimple: true };
    }
  }

  return {
    draw: (drawn, caller) =>
      results.get(drawn.snapshot, `picture ${JSON.stringify(drawn.request)}`, async () => {
        const { picture, isSimple } = await draw(drawn, caller);
        // The next reader may find the machine less busy.
        return { result: picture, bytes: sizeOfPicture(picture), isComplete: !isSimple };
      }),
    async queryFiles({ snapshot, ...query }, caller) {
      return compute.run('queryMapFiles', [await encode(snapshot), query], caller);
    },
    async compare({ base, head }, caller) {
      return compute.run('compareMaps', [await encode(base), await encode(head)], caller);
    },
    assess: (snapshot, caller) =>
      results.get(snapshot, 'health', async () => {
        const health = await compute.run('assessMapHealth', [await encode(snapshot)], caller);
        return { result: health, bytes: sizeOfHealth(health), isComplete: true };
      }),
  };
}

/** Estimates the memory of a picture; a node has about twenty values. */
function sizeOfPicture({ nodes, edges }: DiagramPicture): number {
  const lines = [...nodes, ...edges].reduce((sum, { id, data }) => sum + 8 * id.length + 200 * data.evidence.length, 0);
  return 1_000 * nodes.length + 400 * edges.length + lines;
}

function sizeOfHealth({ cycles, hubs, unused, instability }: CodeHealth): number {
  const findings = [...cycles, ...hubs, ...unused, ...instability];
  const paths = cycles.reduce((sum, cycle) => sum + 200 * cycle.paths.length, 0);
  return findings.reduce((sum, { evidence }) => sum + 200 + 200 * evidence.length, paths);
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
