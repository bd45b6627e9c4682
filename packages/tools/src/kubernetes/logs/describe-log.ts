import type { LogEntry } from './log-digest.ts';
import { logLevels } from './log-level.ts';
import type { LogFindings } from './scan-log.ts';

/** Summarizes what was scanned and found, in one or two sentences. */
export function summarizeLog(
  { scanned, from, to, levels, matched, firstMatch }: LogFindings,
  isSearch: boolean,
): string {
  if (scanned === 0) return 'There are no lines.';
  const graveness = logLevels.filter((level) => levels.has(level)).map((level) => `${level} ${levels.get(level)}`);
  const range = from === undefined || from === '' ? '' : ` from ${toSeconds(from)} to ${toSeconds(to ?? from)}`;
  const found = !isSearch
    ? ''
    : ` ${matched} match${firstMatch === undefined ? '' : `, the first at ${toSeconds(firstMatch.time)}`}.`;
  return `Scanned ${scanned} lines${range}.${found} Levels of the scanned lines: ${graveness.join(', ')}.`;
}

/** Renders entries as lines. Context lines of matches are indented. */
export function describeEntries(entries: readonly LogEntry[], isSearch: boolean): readonly string[] {
  const days = new Set(entries.flatMap(({ first, last }) => [first.time.slice(0, 10), last.time.slice(0, 10)]));
  const toTime = (time: string) => (days.size > 1 ? toSeconds(time) : toSeconds(time).slice(11));
  return entries.map(({ text, first, last, count, isMatch }) => {
    const repeats = count === 1 ? '' : `(${count}x since ${toTime(first.time)}) `;
    return `${isSearch && !isMatch ? '  ' : ''}${toTime(last.time)} ${repeats}${text}`.trimEnd();
  });
}

function toSeconds(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}
