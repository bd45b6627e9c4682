/** How large a task is. */
export interface TaskSize {
  /** Answers of the model; each but the last calls a tool. */
  readonly steps: number;
  /** Tools that the model is told of. */
  readonly tools: number;
  /** Of the text that is edited. */
  readonly lines: number;
}

/** Something to measure. */
export interface Subject {
  /** How many steps, chunks or requests one run is. */
  readonly unitsPerRun: number;
  run(): Promise<void>;
  close?(): Promise<void>;
}

/** What a module under `subjects/` exports as `createSubject`. */
export type CreateSubject = (size: TaskSize) => Promise<Subject>;
