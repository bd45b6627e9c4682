/** A controller: compares the observed with the desired state and takes the next step. */
export interface Controller {
  readonly name: string;
  /** Storages whose changes trigger a run. */
  readonly watches: readonly string[];
  /**
   * Brings the cluster one step closer to the desired state. Contract: another call without a change does nothing.
   * @returns the time of the next run if no change triggers one earlier
   */
  sync(): number | undefined;
}
