/** What processes tell one another: a log has grown, the work on a run or a remediation is to stop, or a run waits for an executor. */
export type RunTopic = `events ${string}` | `stop ${string}` | 'queued';

/** Hears of runs, whichever process of the database something happens in. */
export interface RunNotifications {
  /**
   * Calls `listener` whenever something happened, until the function that it returns is called.
   *
   * **Contract.** What is heard has been committed. Something may be missed while a connection is lost; every listener is
   * called once it is back, and whoever must not wait so long looks from time to time.
   */
  listen(topic: RunTopic, listener: () => void): () => void;
}
