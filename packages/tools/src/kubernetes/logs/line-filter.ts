import { createContext, Script } from 'node:vm';
import { AppError } from '@shipmate/core';

/** Which lines are wanted: regular expressions, or plain text where they are none. */
export interface LinePatterns {
  readonly grep: string | undefined;
  readonly exclude: string | undefined;
}

/** Of processor time, for all lines of one search together. A regular expression that a model made can take for ever. */
const matchingMs = 1_500;

const script = new Script('lines.map((line) => (!grep || grep.test(line)) && !(exclude && exclude.test(line)))');

/**
 * Makes what tells of lines whether they are wanted; upper and lower case are the same.
 *
 * @throws AppError `VALIDATION_ERROR` as soon as matching has taken too long.
 */
export function createLineFilter({ grep, exclude }: LinePatterns): (lines: readonly string[]) => readonly boolean[] {
  if (grep === undefined && exclude === undefined) return (lines) => lines.map(() => true);
  const sandbox = { grep: toPattern(grep), exclude: toPattern(exclude), lines: [] as readonly string[] };
  const context = createContext(sandbox, { codeGeneration: { strings: false, wasm: false } });
  let left = matchingMs;
  return (lines) => {
    sandbox.lines = lines;
    const start = process.cpuUsage();
    try {
      return script.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) }) as readonly boolean[];
    } catch (cause) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message:
          'The search takes too long. Simplify grep and exclude: no repetition within a repetition, such as (a+)+.',
        details: { field: 'grep' },
        cause,
      });
    } finally {
      const { user, system } = process.cpuUsage(start);
      left -= (user + system) / 1000;
    }
  };
}

function toPattern(text: string | undefined): RegExp | undefined {
  if (text === undefined) return undefined;
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
  }
}
