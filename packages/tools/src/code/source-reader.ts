import { AppError } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { readSource, type SourceFile } from './read-source.ts';

/** Files that are read at the same time. */
const maxReads = 32;

/** Options for {@link createSourceReader}. */
interface SourceReaderOptions {
  readonly signal: AbortSignal;
  /** The most files that are read before they are taken. Default: 2 000. */
  readonly maxAhead?: number;
}

/** Reads source files while a search for them still runs. */
interface SourceReader extends AsyncDisposable {
  /** Begins to read a file that will probably be taken. Does nothing beyond the limit of such files. */
  readAhead(path: string): void;
  /**
   * Returns files in the order of their paths; those that vanished, are too large or no text are left out.
   *
   * @throws AppError as {@link readSource} does for other failures
   */
  take(paths: readonly string[]): Promise<SourceFile[]>;
}

/** Creates a reader of the files of a checkout. When it is disposed of, it waits for the files that it is reading. */
export function createSourceReader(
  files: CheckoutFiles,
  { signal, maxAhead = 2_000 }: SourceReaderOptions,
): SourceReader {
  const known = new Set<string>();
  const sources = new Map<string, SourceFile>();
  let queue: string[] = [];
  let failure: { readonly thrown: unknown } | undefined;
  let reading: Promise<void> | undefined;

  const add = (path: string): void => {
    if (known.has(path)) return;
    known.add(path);
    queue.push(path);
  };

  /** Reads the queue, with a batch for each turn: the files of a batch share the walk to their folder. */
  async function readQueue(): Promise<void> {
    while (queue.length > 0 && !failure) {
      const batch = queue.slice(0, maxReads);
      queue = queue.slice(maxReads);
      await Promise.all(batch.map(readOne));
    }
    reading = undefined;
  }

  async function readOne(path: string): Promise<void> {
    try {
      sources.set(path, await readSource(files, path, signal));
    } catch (thrown) {
      // The caller gets the failure when it takes files; nobody waits for it before.
      if (!AppError.isInstance(thrown) || !skipped.has(thrown.code)) failure ??= { thrown };
    }
  }

  return {
    readAhead(path) {
      if (known.size >= maxAhead) return;
      add(path);
      reading ??= Promise.resolve().then(readQueue);
    },
    async take(paths) {
      for (const path of paths) add(path);
      await (reading ??= readQueue());
      if (failure) throw failure.thrown;
      return paths.flatMap((path) => sources.get(path) ?? []);
    },
    async [Symbol.asyncDispose]() {
      queue = [];
      await reading;
    },
  };
}

const skipped: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']);
