/** Options for the execution and retries of jobs. */
export interface QueueOptions {
  /** The number of retries of a failed job before it is dead-lettered. Default 4. */
  readonly retryLimit?: number;
  /** Seconds before the first retry; the delay doubles from there. Default 5. */
  readonly retryDelaySeconds?: number;
  /** The longest delay between two attempts in seconds. Default 300. */
  readonly retryDelayMaxSeconds?: number;
  /** Seconds after which a job that has not ended counts as failed. Default 300. */
  readonly expireInSeconds?: number;
  /** The number of jobs of one name that run concurrently in this process; of a scheduled name, one. Default 2. */
  readonly concurrency?: number;
  /**
   * Seconds between checks for jobs without a notification: those that another process delayed or requeued. Default 30.
   */
  readonly pollSeconds?: number;
  /** Milliseconds that a stop waits for running jobs once their signal has fired. Default 5 000. */
  readonly stopTimeoutMs?: number;
}

export const defaultQueueOptions = {
  retryLimit: 4,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  expireInSeconds: 300,
  concurrency: 2,
  pollSeconds: 30,
  stopTimeoutMs: 5_000,
} as const satisfies Required<QueueOptions>;
