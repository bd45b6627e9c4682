import process from 'node:process';
import { type Isolator, limitedExec, toKibibytes } from './isolator.ts';

/** Starts helm on the host, with a memory limit where there is a POSIX shell. */
export const unisolated: Isolator = {
  isolation: 'none',
  wrap: ({ helm, args, maxMemoryBytes }) =>
    process.platform === 'win32'
      ? { file: helm, args }
      : { file: '/bin/sh', args: ['-c', limitedExec, 'sh', toKibibytes(maxMemoryBytes), helm, ...args] },
};
