import { writeSync } from 'node:fs';

/** Prints a count or measurement of the fault tests. */
export function report(line: string): void {
  writeSync(1, `Fault suite: ${line}.\n`);
}
