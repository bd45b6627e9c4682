/** How large the task of a loop is. */
export interface LoopSize {
  /** Answers of the model; each but the last calls a tool. */
  readonly steps: number;
  /** Tools that the model is told of. */
  readonly tools: number;
}

/** Something to measure. */
export interface Subject {
  /** How many steps, chunks or requests one run is. */
  readonly unitsPerRun: number;
  run(): Promise<void>;
  close?(): Promise<void>;
}

/** What a module under `subjects/` exports as `createSubject`. Only loops have a size. */
export type CreateSubject = (size: LoopSize) => Promise<Subject>;
