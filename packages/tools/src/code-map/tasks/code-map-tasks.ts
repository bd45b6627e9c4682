import {
  type CodeFileContent,
  analyzeCodeFile,
  createImportResolver,
  type ImportingFile,
} from '@shipmate/code-analysis';
import { AppError } from '@shipmate/core';
import type { CodeMapImport } from '@shipmate/domain/code-map';
import { parserStackBytes } from '../../process/parser-stack-bytes.ts';

/** The content of a file to analyze. */
export interface AnalysisInput {
  readonly path: string;
  readonly language: string;
  readonly bytes: Uint8Array;
}

/** The analysis of a file, or the reason why there is none. */
export type AnalysisResult = CodeFileContent | 'binary' | 'timeout' | 'too_large';

/** The time after which no further file of a call is begun, within the deadline of the compute port. */
const budgetMs = 8_000;
const fileMs = 3_000;
/** Binary files have a NUL character at their beginning, as git judges them. */
const binaryBytes = 8_000;

/** Analyzes files in their order, as many as fit into some seconds, at least one. */
export async function analyzeFiles(files: readonly AnalysisInput[]): Promise<readonly AnalysisResult[]> {
  const until = performance.now() + budgetMs;
  const results: AnalysisResult[] = [];
  for (const file of files) {
    if (results.length > 0 && performance.now() > until) break;
    results.push(await analyze(file));
  }
  return results;
}

async function analyze({ path, language, bytes }: AnalysisInput): Promise<AnalysisResult> {
  if (bytes.subarray(0, binaryBytes).includes(0)) return 'binary';
  // A NUL later in the text would end it in native parsers.
  const text = new TextDecoder().decode(bytes).replaceAll('\0', ' ');
  try {
    return await analyzeCodeFile({ path, language, text }, { stackBytes: parserStackBytes(), timeMs: fileMs });
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    if (thrown.code === 'TIMEOUT') return 'timeout';
    if (thrown.code === 'PAYLOAD_TOO_LARGE') return 'too_large';
    throw thrown;
  }
}

/** The files of a commit in the form in which they are copied to a thread at once. */
interface PackedSources {
  /** Joined by NUL. */
  readonly paths: string;
  readonly manifests: ReadonlyMap<string, string>;
  readonly goNames: ReadonlyMap<string, readonly string[]>;
}

/** Resolves the imports of files in languages other than TypeScript and JavaScript, in their order. */
export function resolveModules(
  { paths, manifests, goNames }: PackedSources,
  files: readonly ImportingFile[],
): readonly (readonly CodeMapImport[])[] {
  const resolve = createImportResolver({ paths: new Set(paths.split('\0')), manifests, goNames });
  return files.map((file) => resolve(file));
}
