/** How jobs are retried and carried out. */
export interface QueueOptions {
  /** Times a job that failed is tried again before it is dead-lettered. Default 4. */
  readonly retryLimit?: number;
  /** Seconds before the first retry; the wait doubles from there. Default 5. */
  readonly retryDelaySeconds?: number;
  /** The longest wait between two tries. Default 300. */
  readonly retryDelayMaxSeconds?: number;
  /** Seconds after which a job that never ended counts as failed. Default 300. */
  readonly expireInSeconds?: number;
  /** Jobs of one name that run at once in this process. Default 2. */
  readonly concurrency?: number;
  /** Milliseconds that a stop waits for running jobs once their signal has fired. Default 5 000. */
  readonly stopTimeoutMs?: number;
}

export const defaultQueueOptions = {
  retryLimit: 4,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  expireInSeconds: 300,
  concurrency: 2,
  stopTimeoutMs: 5_000,
} as const satisfies Required<QueueOptions>;
