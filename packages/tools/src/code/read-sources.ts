import { AppError } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { readSource, type SourceFile } from './read-source.ts';

const maxReads = 16;

/** Reads files that a search found, in their order; those that vanished, are too large or no text are left out. */
export async function readSources(
  files: CheckoutFiles,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<SourceFile[]> {
  const sources: SourceFile[] = [];
  for (let at = 0; at < paths.length; at += maxReads) {
    const read = paths.slice(at, at + maxReads).map((path) => readOrSkip(files, path, signal));
    sources.push(...(await Promise.all(read)).flat());
  }
  return sources;
}

async function readOrSkip(files: CheckoutFiles, path: string, signal: AbortSignal): Promise<SourceFile[]> {
  try {
    return [await readSource(files, path, signal)];
  } catch (thrown) {
    if (AppError.isInstance(thrown) && skipped.has(thrown.code)) return [];
    throw thrown;
  }
}

const skipped: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']);
