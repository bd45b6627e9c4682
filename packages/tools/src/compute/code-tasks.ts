import {
  analyzeStructure,
  type CodeStructure,
  findOccurrences,
  type Occurrences,
  type SourceText,
} from '@shipmate/code-analysis';
import type { Project, ProjectDependencies } from '@shipmate/code-analysis/dependencies';
import { AppError } from '@shipmate/core';
import { createRedactedView } from '@shipmate/domain/secrets';
import { parserStackBytes } from '../process/parser-stack-bytes.ts';

/** Reads the structure of a source file. @throws AppError as `analyzeStructure` does */
export async function analyzeCode(source: SourceText): Promise<CodeStructure> {
  return analyzeStructure(source, { stackBytes: parserStackBytes() });
}

/** Finds a name in files, in their order. A file that cannot be parsed in time has `undefined`. */
export async function findInCode(
  sources: readonly SourceText[],
  name: string,
): Promise<readonly (Occurrences | undefined)[]> {
  const found: (Occurrences | undefined)[] = [];
  for (const source of sources) found.push(await findOrSkip(source, name));
  return found;
}

async function findOrSkip(source: SourceText, name: string): Promise<Occurrences | undefined> {
  try {
    return await findOccurrences(source, name, {
      stackBytes: parserStackBytes(),
      timeMs: 1_000,
      show: createRedactedView(source.text),
    });
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'TIMEOUT') return undefined;
    throw thrown;
  }
}

/** Reads manifests and lock files, and adds them to the projects that are known. */
export async function readProjects(
  files: readonly { readonly path: string; readonly text: string }[],
  known: readonly Project[],
): Promise<ProjectDependencies> {
  // The parsers of these formats are loaded with the first call.
  const { readDependencies } = await import('@shipmate/code-analysis/dependencies');
  return readDependencies(files, known);
}
