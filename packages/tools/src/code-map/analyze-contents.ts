import { setImmediate } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import type { FileAnalysis } from '@shipmate/domain/code-map';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
import type { AnalysisCache } from './code-indexer-port.ts';
import type { AnalysisInput, AnalysisResult } from './tasks/code-map-tasks.ts';
import type { LeftOut } from './left-out.ts';
import type { SelectedFile } from './select-files.ts';

/** The part of an analysis that the map itself needs. */
export interface SlimAnalysis extends Pick<FileAnalysis, 'lines' | 'imports' | 'facts'> {
  /** Declarations at the top, of languages and files in which they decide on imports and routes. */
  readonly topSymbols: readonly Pick<FileAnalysis['symbols'][number], 'name' | 'exported' | 'startLine'>[];
}

/** Resources for {@link analyzeContents}. */
interface AnalysisResources {
  readonly compute: ComputePort;
  readonly caller: ComputeCaller;
  readonly cache: AnalysisCache;
  readonly readBlobs: (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly leftOut: LeftOut;
  readonly onProgress: (done: number, total: number) => void;
}

const cachePart = 500;
const maxBatchFiles = 200;
const maxBatchBytes = 2_000_000;
/** Batches whose contents are in memory at once. */
const concurrency = 2;

/**
 * Analyzes the contents of files in worker threads, by key. Contents that the cache has are not read, new analyses are saved. A file that
 * cannot be analyzed is absent.
 */
export async function analyzeContents(
  files: readonly SelectedFile[],
  resources: AnalysisResources,
): Promise<ReadonlyMap<string, SlimAnalysis>> {
  const { cache, caller, leftOut, onProgress } = resources;
  const byKey = new Map<string, SelectedFile>();
  for (const file of files) {
    if (file.analysisKey !== null && !byKey.has(file.analysisKey)) byKey.set(file.analysisKey, file);
  }
  const found = new Map<string, SlimAnalysis>();
  const keys = [...byKey.keys()];
  for (let from = 0; from < keys.length; from += cachePart) {
    const known = await cache.find(keys.slice(from, from + cachePart));
    for (const [key, analysis] of known) found.set(key, toSlim(analysis, byKey.get(key)?.path ?? ''));
    caller.signal.throwIfAborted();
    await setImmediate();
  }
  const failed = new Map<string, Exclude<AnalysisResult, object> | 'syntax'>();
  onProgress(found.size, keys.length);

  async function analyzeBatch(batch: readonly SelectedFile[]): Promise<void> {
    const blobs = await resources.readBlobs(batch.map(({ blobId }) => blobId));
    const inputs = batch.flatMap(({ path, blobId, language }): AnalysisInput[] => {
      const bytes = blobs.get(blobId);
      return bytes === undefined || language === null ? [] : [{ path, language, bytes }];
    });
    const results = await analyzeAll(inputs, resources);
    const fresh: FileAnalysis[] = [];
    for (const file of batch) {
      const result = results.get(file.path);
      const key = file.analysisKey ?? '';
      const problem = result === undefined ? 'limit' : problemOf(result);
      if (problem) failed.set(key, problem as Exclude<AnalysisResult, object>);
      else if (typeof result === 'object') {
        const { syntaxErrors: _, ...content } = result;
        fresh.push({ key, ...content });
        found.set(key, toSlim({ key, ...content }, file.path));
      }
    }
    await cache.save(fresh);
    onProgress(found.size + failed.size, keys.length);
  }

  await inParallel(toBatches([...byKey].filter(([key]) => !found.has(key)).map(([, file]) => file)), analyzeBatch);
  for (const { analysisKey, path } of files) {
    const problem = analysisKey === null ? undefined : failed.get(analysisKey);
    if (problem) leftOut.add(problem, path);
  }
  return found;
}

/** A file of which nothing could be read is not covered. */
function problemOf(result: AnalysisResult): Exclude<AnalysisResult, object> | 'syntax' | undefined {
  if (typeof result === 'string') return result;
  const { syntaxErrors, symbols, imports } = result;
  return syntaxErrors > 0 && symbols.length === 0 && imports.length === 0 ? 'syntax' : undefined;
}

function toSlim({ lines, imports, facts, symbols }: FileAnalysis, path: string): SlimAnalysis {
  const needsNames = /\.go$|(?:^|\/)route\.[jt]sx?$/u.test(path);
  const topSymbols = needsNames ? symbols.filter(({ container }) => container === null) : [];
  return { lines, imports, facts, topSymbols };
}

function toBatches(files: readonly SelectedFile[]): SelectedFile[][] {
  const batches: SelectedFile[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    const open = batches.at(-1);
    if (open && open.length < maxBatchFiles && bytes + file.size <= maxBatchBytes) open.push(file);
    else {
      batches.push([file]);
      bytes = 0;
    }
    bytes += file.size;
  }
  return batches;
}

async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** Analyzes files in calls of bounded time. Where a call fails as a whole, each of its files is analyzed by itself. */
async function analyzeAll(
  inputs: readonly AnalysisInput[],
  resources: AnalysisResources,
): Promise<ReadonlyMap<string, AnalysisResult>> {
  const { compute, caller } = resources;
  const results = new Map<string, AnalysisResult>();
  for (let rest = inputs; rest.length > 0; ) {
    try {
      const done = await compute.run('analyzeFiles', [rest], caller);
      for (const [index, result] of done.entries()) results.set(rest[index]?.path ?? '', result);
      rest = rest.slice(Math.max(1, done.length));
    } catch (thrown) {
      if (!AppError.isInstance(thrown) || (thrown.code !== 'TIMEOUT' && thrown.code !== 'PAYLOAD_TOO_LARGE'))
        throw thrown;
      if (rest.length === 1) {
        results.set(rest[0]?.path ?? '', thrown.code === 'TIMEOUT' ? 'timeout' : 'too_large');
        return results;
      }
      for (const input of rest) {
        for (const [path, result] of await analyzeAll([input], resources)) results.set(path, result);
      }
      return results;
    }
  }
  return results;
}
