import { AppError, type Logger } from '@shipmate/core';
import type { ProcessResult } from '@shipmate/runtime/process';
import { toLoggedText } from '../log/logged-text.ts';
import type { RipgrepCall, SearchOutput } from './checkout-port.ts';

/** Limits for a run of ripgrep. */
export interface RipgrepLimits {
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
}

/** Options for {@link runRipgrep}. */
interface RipgrepOptions extends Omit<RipgrepCall, 'within'> {
  readonly cwd: string;
  readonly limits: RipgrepLimits;
  readonly logger: Logger;
}

/** Without settings, links and ignore files of this machine; files over 4 MB are left out. */
const settings: readonly string[] = [
  '--no-config',
  '--no-messages',
  '--no-ignore-dot',
  '--no-ignore-parent',
  '--no-ignore-global',
  '--no-require-git',
  '--no-follow',
  '--max-filesize=4M',
  '--color=never',
  '--null',
];

/** Runs ripgrep as `Checkout` says. */
export async function runRipgrep({ args, globs, limits, logger, ...options }: RipgrepOptions): Promise<SearchOutput> {
  // The package of ripgrep looks for its program when it is imported.
  const [{ rgPath }, { runProcess }] = await Promise.all([
    import('@vscode/ripgrep'),
    import('@shipmate/runtime/process'),
  ]);
  const all = [...args, ...globs.map((glob) => `--glob=${glob}`)];
  if (all.some((argument) => argument.includes('\0'))) throw refused('it holds a NUL character');
  const started = performance.now();
  const logged = { args: all.slice(0, 30).map(toLoggedText) };
  logger.info('ripgrep started', logged);
  // Without --pre and --search-zip, ripgrep starts no programs.
  const call = { ...options, ...limits, env: {}, isSingle: true };
  let result: ProcessResult | undefined;
  try {
    result = await runProcess(rgPath, [...settings, ...all, '--', '.'], call);
  } finally {
    const ms = Math.round(performance.now() - started);
    logger.info('ripgrep ended', { ...logged, ms, exitCode: result?.exitCode });
  }
  const { exitCode, timedOut, outOfMemory, stdout, stderr } = result;
  if (timedOut) throw exceeded('TIMEOUT', `took longer than ${limits.timeoutMs / 1_000} s`);
  if (outOfMemory)
    throw exceeded('PAYLOAD_TOO_LARGE', `needed more than ${limits.maxMemoryBytes / 1_000_000} MB of memory`);
  if (exitCode === 2 && stdout === '' && stderr !== '') throw refused(stderr);
  return result;
}

function exceeded(code: 'TIMEOUT' | 'PAYLOAD_TOO_LARGE', most: string): AppError {
  return new AppError({ code, message: `The search ${most}. Narrow it with filePattern.` });
}

function refused(reason: string): AppError {
  const [path, message, fix] = reason.includes('error parsing glob')
    ? ['filePattern', 'is not a glob', 'Give a glob such as "src/**/*.ts"']
    : ['pattern', 'cannot be searched', 'Correct the regular expression, or search for plain text without regex'];
  const said = reason
    .replace(/\n\nConsider enabling [^]*/u, '')
    .slice(0, 300)
    .trim();
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${path} was refused: ${said}. ${fix}.`,
    details: { issues: [{ path, message }] },
  });
}
