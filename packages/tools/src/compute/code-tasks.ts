import {
  analyzeStructure,
  type CodeStructure,
  findOccurrences,
  type Occurrences,
  type SourceText,
} from '@shipmate/code-analysis';
import type { Project, ProjectDependencies } from '@shipmate/code-analysis/dependencies';
import { AppError } from '@shipmate/core';
import { findSecrets } from '@shipmate/domain/secrets';
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

/** Returns parts of a text without its secrets, which are looked for in the whole text with the first part. */
function createRedactedView(text: string): (from: number, to: number) => string {
  let secrets: ReturnType<typeof findSecrets> | undefined;
  return (from, to) => {
    secrets ??= findSecrets(text);
    let shown = '';
    let at = from;
    for (const { rule, start, end } of secrets) {
      if (end <= at || start >= to) continue;
      shown += `${text.slice(at, Math.max(at, start))}[redacted: ${rule}]`;
      at = Math.min(end, to);
    }
    return shown + text.slice(at, to);
  };
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
