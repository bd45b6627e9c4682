/** A rule of the cluster: looks at what there is and does the next thing that is to be done. */
export interface Controller {
  readonly name: string;
  /** The storages whose changes wake it. */
  readonly watches: readonly string[];
  /**
   * Brings the cluster one step closer to what is wanted. Contract: calling it again without a change does nothing.
   * @returns when it wants to be called again although nothing changed
   */
  sync(): number | undefined;
}
