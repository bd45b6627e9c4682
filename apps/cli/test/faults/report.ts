import { writeSync } from 'node:fs';

/** Prints what the fault suite has counted or measured. */
export function report(line: string): void {
  writeSync(1, `Fault suite: ${line}.\n`);
}
