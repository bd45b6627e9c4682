/** Something to measure. */
export interface Subject {
  /** How many steps, chunks or requests one run is. */
  readonly unitsPerRun: number;
  run(): Promise<void>;
  close?(): Promise<void>;
}

/** What a module under `subjects/` exports as `createSubject`. */
export type CreateSubject = () => Promise<Subject>;
