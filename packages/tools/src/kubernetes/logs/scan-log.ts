import { setImmediate } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import { type RE2JS as LinearPattern, RE2JS } from 're2js';
import { LogDigest, type LogEntry } from './log-digest.ts';
import { type LogLevel, levelOf } from './log-level.ts';
import { isAfter, type LogLine, type LogPosition, readLogLines } from './log-line.ts';

/** A search of one log. */
export interface LogSearch extends LinePatterns {
  /** Context lines shown before and after each match. */
  readonly around: number;
  /** Lines after this position are ignored. */
  readonly until: LogPosition | undefined;
  readonly maxTokens: number;
}

/** The result of the search of one log. */
export interface LogFindings {
  readonly scanned: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly levels: ReadonlyMap<LogLevel, number>;
  readonly matched: number;
  readonly firstMatch: LogLine | undefined;
  readonly entries: readonly LogEntry[];
  /** Older entries that did not fit, and the position of the last of them. */
  readonly dropped: { readonly count: number; readonly end: LogPosition | undefined };
}

/** The number of characters after which the scan yields to the event loop. */
const batchLength = 100_000;

/** Reads a log to its end and keeps the lines that the search matches. */
export async function scanLog(lines: AsyncIterable<string>, search: LogSearch): Promise<LogFindings> {
  const { until, around, maxTokens } = search;
  const isWanted = createLineFilter(search);
  const digest = new LogDigest(maxTokens);
  const levels = new Map<LogLevel, number>();
  const before: LogLine[] = [];
  let [scanned, matched, after] = [0, 0, 0];
  const seen: { first?: LogLine; last?: LogLine; firstMatch?: LogLine } = {};

  function take(line: LogLine, isMatch: boolean): void {
    scanned += 1;
    seen.first ??= line;
    seen.last = line;
    const level = levelOf(line.text);
    levels.set(level, (levels.get(level) ?? 0) + 1);
    if (isMatch) {
      matched += 1;
      seen.firstMatch ??= line;
      for (const each of before.splice(0)) digest.add(each, false);
      digest.add(line, true);
      after = around;
    } else if (after > 0) {
      after -= 1;
      digest.add(line, false);
    } else if (around > 0) {
      before.push(line);
      if (before.length > around) before.shift();
    }
  }

  let length = 0;
  for await (const line of readLogLines(lines)) {
    if (until !== undefined && isAfter(line, until)) break;
    take(line, isWanted(line.text));
    length += line.text.length;
    if (length < batchLength) continue;
    length = 0;
    await setImmediate();
  }
  const { first, last, firstMatch } = seen;
  const { entries, dropped } = digest;
  return { scanned, from: first?.time, to: last?.time, levels, matched, firstMatch, entries, dropped };
}

/** Patterns of the lines to keep: regular expressions in RE2 syntax; an invalid expression is searched literally. */
interface LinePatterns {
  readonly grep: string | undefined;
  readonly exclude: string | undefined;
}

/**
 * Creates a case-insensitive test for matching lines. Its time is linear in the length of the line for any pattern.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that RE2 does not support, such as a lookahead.
 */
export function createLineFilter({ grep, exclude }: LinePatterns): (line: string) => boolean {
  const wanted = grep === undefined ? undefined : toPattern(grep, 'grep');
  const unwanted = exclude === undefined ? undefined : toPattern(exclude, 'exclude');
  return (line) => (wanted?.test(line) ?? true) && !(unwanted?.test(line) ?? false);
}

function toPattern(text: string, field: string): LinearPattern {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    if (!isRegularExpression(text)) return RE2JS.compile(RE2JS.quote(text), RE2JS.CASE_INSENSITIVE);
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${field}" is a regular expression that RE2 does not support: use no lookahead, lookbehind or backreference, and repeat at most 1,000 times.`,
      details: { field },
      cause,
    });
  }
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
