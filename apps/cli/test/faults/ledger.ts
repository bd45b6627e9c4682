import { appendFileSync, readFileSync } from 'node:fs';

/** A file with one line for each call that a tool executed; it survives a crash of the process. */
export interface Ledger {
  note(runId: string, tool: string): void;
  /** Returns the tools that were executed for a run, in order. */
  read(runId: string): readonly string[];
}

/** Opens a ledger; processes that open the same file share it. A line is written before `note` returns. */
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
