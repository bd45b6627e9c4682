import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The work of a worker. It reaches the worker as provided context of vitest. */
export interface RunPlan {
  /** Absolute paths of the test files. */
  readonly tests: readonly string[];
  /** Names of tests that are not run against mutants. */
  readonly leftOut: readonly string[];
  readonly mutants: readonly PlannedMutant[];
  /** Path of the file that the worker appends its progress to, one JSON value a line. */
  readonly journal: string;
  /** Path of the file in which the first worker keeps the tests that reach each mutant. */
  readonly reaching: string;
}

export interface PlannedMutant {
  readonly id: number;
  /** Absolute path of its source file. */
  readonly path: string;
}

/** Killed by a failing test, by a limit of evaluations or time; survived all tests that reach it; or reached by none. */
export type Outcome = 'killed' | 'timeout' | 'survived' | 'unreached';

/** A line of the journal. A mutant that was started and has no outcome stopped its worker. */
export type JournalEntry =
  | { readonly type: 'worker'; readonly pid: number }
  | { readonly type: 'tests'; readonly path: string }
  | { readonly type: 'start'; readonly id: number; readonly test: string }
  | { readonly type: 'outcome'; readonly id: number; readonly outcome: Outcome; readonly by?: string }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'end' };

/** Adds an entry to the end of a journal. */
export function appendEntry(journal: string, entry: JournalEntry): void {
  appendFileSync(journal, `${JSON.stringify(entry)}\n`);
}

/** Reads the complete lines of a journal; a worker that was killed may have left half of a line. */
export function readEntries(journal: string): JournalEntry[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalEntry);
}

declare module 'vitest' {
  interface ProvidedContext {
    mutationPlan: RunPlan;
  }
}
