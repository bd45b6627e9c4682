/** The size of a task. */
export interface TaskSize {
  /** Number of the model's answers; each but the last calls a tool. */
  readonly steps: number;
  /** Number of tools in the model's request. */
  readonly tools: number;
  /** Number of lines in the edited text. */
  readonly lines: number;
}

/** A measured piece of work. */
export interface Subject {
  /** Number of steps, chunks or requests in one run. */
  readonly unitsPerRun: number;
  run(): Promise<void>;
  close?(): Promise<void>;
}

/** The type of `createSubject`, which each module under `subjects/` exports. */
export type CreateSubject = (size: TaskSize) => Promise<Subject>;
