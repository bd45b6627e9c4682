import { appendFileSync, readFileSync } from 'node:fs';

/** The world that tools change: a file with a line for each time that one of them did its work, whoever dies then. */
export interface Ledger {
  note(runId: string, tool: string): void;
  /** What was done for a run, in order. */
  read(runId: string): readonly string[];
}

/** Opens a ledger; processes that open the same file share it. A line is there before `note` returns. */
export function openLedger(file: string): Ledger {
  return {
    note: (runId, tool) => appendFileSync(file, `${runId} ${tool}\n`),
    read: (runId) =>
      readFileSync(file, { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .filter((line) => line.startsWith(`${runId} `))
        .map((line) => line.slice(runId.length + 1)),
  };
}
