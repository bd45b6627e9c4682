import { AppError } from '@shipmate/core/tool';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { readSource, type SourceFile, toSource } from './read-source.ts';

/** Files that are read at the same time. */
const maxReads = 32;
/** The largest files that are read at the same time, in bytes; a larger one is read alone. */
const maxSmallBytes = 256 * 1024;
/** Characters of files that are held before they are taken. */
const maxHeld = 16_000_000;
/** Characters of files that are taken at once, unless one file has more. */
const maxBatch = 1_000_000;

/** Options for {@link createSourceReader}. */
interface SourceReaderOptions {
  readonly signal: AbortSignal;
  /** The most files that are read before they are taken. Default: 2 000. */
  readonly maxAhead?: number;
}

/** Reads source files while a search for them still runs, and holds few of them at a time. */
interface SourceReader extends AsyncDisposable {
  /** Begins to read a file that will probably be taken. Does nothing beyond the limits of such files. */
  readAhead(path: string): void;
  /**
   * Returns files in the order of their paths, a batch at a time; those that vanished, are too large or no text are left out.
   *
   * @throws AppError as {@link readSource} does for other failures
   */
  take(paths: readonly string[]): AsyncGenerator<readonly SourceFile[], void, undefined>;
}

/** Creates a reader of the files of a checkout. When it is disposed of, it waits for the files that it is reading. */
export function createSourceReader(
  files: CheckoutFiles,
  { signal, maxAhead = 2_000 }: SourceReaderOptions,
): SourceReader {
  const known = new Set<string>();
  const ahead = new Map<string, SourceFile | 'large' | undefined>();
  let held = 0;
  let queue: string[] = [];
  let failure: { readonly thrown: unknown } | undefined;
  let reading: Promise<void> | undefined;

  /** Reads the queue, with a batch for each turn: the files of a batch share the walk to their folder. */
  async function readQueue(): Promise<void> {
    while (queue.length > 0 && !failure && held < maxHeld) {
      const batch = queue.slice(0, maxReads);
      queue = queue.slice(maxReads);
      await Promise.all(batch.map(readOneAhead));
    }
    reading = undefined;
  }

  async function readOneAhead(path: string): Promise<void> {
    try {
      const source = await readSmall(path);
      held += lengthOf(source);
      ahead.set(path, source);
    } catch (thrown) {
      // The caller gets the failure when it takes files; nobody waits for it before.
      failure ??= { thrown };
    }
  }

  async function readSmall(path: string): Promise<SourceFile | 'large' | undefined> {
    try {
      return toSource(path, await files.read(path, { maxBytes: maxSmallBytes, signal }));
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'PAYLOAD_TOO_LARGE') return 'large';
      return skip(thrown);
    }
  }

  async function takeSmall(path: string): Promise<SourceFile | 'large' | undefined> {
    if (!ahead.has(path)) return readSmall(path);
    const source = ahead.get(path);
    ahead.delete(path);
    held -= lengthOf(source);
    return source;
  }

  async function* take(paths: readonly string[]): AsyncGenerator<readonly SourceFile[], void, undefined> {
    queue = [];
    await reading;
    if (failure) throw failure.thrown;
    let batch: SourceFile[] = [];
    let length = 0;
    for (let from = 0; from < paths.length; from += maxReads) {
      const part = paths.slice(from, from + maxReads);
      const sources = await Promise.all(part.map(takeSmall));
      for (const [index, path] of part.entries()) {
        const small = sources[index];
        const isLarge = small === 'large';
        if (batch.length > 0 && (isLarge || length >= maxBatch)) {
          yield batch;
          batch = [];
          length = 0;
        }
        const source = isLarge ? await readSource(files, path, signal).catch(skip) : small;
        if (source) batch.push(source);
        length += lengthOf(source);
      }
    }
    if (batch.length > 0) yield batch;
  }

  return {
    readAhead(path) {
      if (known.size >= maxAhead || held >= maxHeld || known.has(path)) return;
      known.add(path);
      queue.push(path);
      reading ??= Promise.resolve().then(readQueue);
    },
    take,
    async [Symbol.asyncDispose]() {
      queue = [];
      await reading;
    },
  };
}

function lengthOf(source: SourceFile | 'large' | undefined): number {
  return typeof source === 'object' ? source.text.length : 0;
}

const skipped: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']);

/** Leaves out a file that vanished, is too large or no text. @throws what was thrown otherwise */
function skip(thrown: unknown): undefined {
  if (!AppError.isInstance(thrown) || !skipped.has(thrown.code)) throw thrown;
}
