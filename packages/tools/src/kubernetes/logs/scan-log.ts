import { setImmediate } from 'node:timers/promises';
import { createLineFilter, type LinePatterns } from './line-filter.ts';
import { type LogEntry, LogDigest } from './log-digest.ts';
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
