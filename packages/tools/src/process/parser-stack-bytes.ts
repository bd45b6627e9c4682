import { resourceLimits } from 'node:worker_threads';
import { defaultStackBytes } from '@shipmate/code-analysis';

const megabyte = 1024 * 1024;

/** The stack that parsers may use in this thread: all but 8 MiB of the thread's own, if it is large. */
export function parserStackBytes(): number {
  return Math.max(defaultStackBytes, ((resourceLimits.stackSizeMb ?? 0) - 8) * megabyte);
}
