import { resourceLimits } from 'node:worker_threads';
import { analyzeStructure, type CodeStructure, defaultStackBytes, type SourceText } from '@shipmate/code-analysis';

const megabyte = 1024 * 1024;

/** The stack that parsers may use in this thread: all but 8 MiB of the thread's own, if it is large. */
function stackBytes(): number {
  return Math.max(defaultStackBytes, ((resourceLimits.stackSizeMb ?? 0) - 8) * megabyte);
}

/** Reads the structure of a source file. @throws AppError as `analyzeStructure` does */
export async function analyzeCode(source: SourceText): Promise<CodeStructure> {
  return analyzeStructure(source, { stackBytes: stackBytes() });
}
