/** A line of a log and its position. */
export interface LogLine extends LogPosition {
  readonly text: string;
}

/** A position in a log: lines of the same time are distinguished by their order. */
export interface LogPosition {
  /** RFC 3339 in UTC with nine decimals, so that times compare as texts; empty when the line has none. */
  readonly time: string;
  readonly tie: number;
}

const timed = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z (.*)$/s;

/** Parses lines as the API server sends them, each after its time. A line without one gets the time before it. */
export async function* readLogLines(lines: AsyncIterable<string>): AsyncGenerator<LogLine, void, undefined> {
  let last: LogPosition = { time: '', tie: -1 };
  for await (const line of lines) {
    const [, seconds, fraction = '', text = line] = timed.exec(line) ?? [];
    const time = seconds === undefined ? last.time : `${seconds}.${fraction.padEnd(9, '0')}Z`;
    last = { time, tie: time === last.time ? last.tie + 1 : 0 };
    yield { ...last, text };
  }
}

export function isAfter(one: LogPosition, other: LogPosition): boolean {
  return one.time === other.time ? one.tie > other.tie : one.time > other.time;
}
