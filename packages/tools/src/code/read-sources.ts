import type { CheckoutFiles } from '@shipmate/domain/repository';
import type { SourceFile } from './read-source.ts';
import { createSourceReader } from './source-reader.ts';

/**
 * Reads files that a search found, in their order; those that vanished, are too large or no text are left out. Few of them are read at a
 * time, so that only those that are kept stay in memory.
 */
export async function* eachSource(
  files: CheckoutFiles,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<SourceFile, void, undefined> {
  await using reader = createSourceReader(files, { signal });
  for await (const batch of reader.take(paths)) yield* batch;
}
