/** The argument of the process whose event loop is measured, as JSON. */
export interface EventLoopSettings {
  readonly engine: 'embedded' | 'postgres';
  /** The administrative database of the server, for `postgres`. */
  readonly adminUrl?: string;
}

/** A response that the process gave, one of a list that it prints as JSON. */
export interface MeasuredResponse {
  readonly path: string;
  readonly length: number;
  /** In ms of CPU time. */
  readonly longestTurn: number;
}

/** In ms: alone, each of these takes 8 to 18; beside two copies of the process, one attempt in thirty takes longer than this. */
export const maxTurn = 40;

/** A run with 60 results, each as long as tools give them to a model. */
export const turns = 12;
export const calls = 5;
export const output: string = JSON.stringify(
  Array.from({ length: 1_600 }, (_, index) => ({ name: `pod-${index}`, ready: 'no' })),
);
