/**
 * The origin of a run that retries another: it starts with that run's first turns and continues from there.
 */
export interface RunRetry {
  /** The run that is retried. */
  readonly runId: string;
  /** The number of turns that are kept; the model takes the later ones again. */
  readonly keptTurns: number;
}
