import type { CheckoutFiles } from '@shipmate/domain/repository';
import type { SourceFile } from './read-source.ts';
import { createSourceReader } from './source-reader.ts';

/** Reads files that a search found, in their order; those that vanished, are too large or no text are left out. */
export async function readSources(
  files: CheckoutFiles,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<SourceFile[]> {
  await using reader = createSourceReader(files, { signal });
  return await reader.take(paths);
}
