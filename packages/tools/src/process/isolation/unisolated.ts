import { type Isolator, toLimited } from './isolator.ts';

/**
 * Starts programs on the host, with a memory limit where there is a POSIX shell. Mounts have no effect. Processes are not limited,
 * because the host counts all of a user.
 */
export const unisolated: Isolator = {
  isolation: 'none',
  wrap({ program, args, mounts, cwd, maxMemoryBytes }) {
    const source = mounts.find(({ path }) => path === program)?.source ?? program;
    if (process.platform === 'win32') return { file: source, args };
    const [file = '', ...rest] = toLimited({ program: source, args, mounts, cwd, maxMemoryBytes });
    return { file, args: rest };
  },
};
