/** What a run is that tries another one again: it has that one's first turns and goes its own way from there. */
export interface RunRetry {
  /** The run that is tried again. */
  readonly runId: string;
  /** How many of its turns are kept; the turns from this one on are taken anew. */
  readonly keptTurns: number;
}
