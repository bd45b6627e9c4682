import { AppError, type Logger } from '@shipmate/core';
import { z } from 'zod';

/** Options for {@link createShutdown}. */
export interface CreateShutdownOptions {
  readonly logger: Logger;
  /** For all resources together. Default 25 000, below the 30 s that orchestrators commonly give. */
  readonly graceMs?: number;
  /**
   * The delay between the signal and the first close, so that load balancers notice that the process is not ready.
   * Default 0.
   */
  readonly delayMs?: number;
}

/** The graceful shutdown of a process. */
export interface Shutdown {
  /** Fires when the shutdown begins. */
  readonly signal: AbortSignal;
  /** Registers a resource. Resources are closed one at a time, the last registered first. */
  add(name: string, close: () => Promise<void>): void;
  /**
   * Closes all resources, once; later calls wait for the first.
   *
   * **Contract.** It never rejects and ends within the grace period. Resources that fail to close or are late are
   * logged and set `process.exitCode` to 1.
   */
  run(reason: string): Promise<void>;
  /** On SIGINT, SIGTERM or SIGHUP runs and exits; a second SIGINT or SIGTERM exits with 1 at once. */
  installSignalHandlers(): void;
}

/** Creates the shutdown of this process. */
export function createShutdown({ logger, graceMs = 25_000, delayMs = 0 }: CreateShutdownOptions): Shutdown {
  const controller = new AbortController();
  const closers: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(late: AbortSignal): Promise<void> {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    for (let closer = closers.at(-1); closer && !late.aborted; closer = closers.at(-1)) {
      try {
        await closer.close();
      } catch (error) {
        process.exitCode = 1;
        logger.error('could not close', { name: closer.name, error });
      }
      closers.splice(closers.indexOf(closer), 1);
    }
  }

  async function runOnce(reason: string): Promise<void> {
    logger.info('shutting down', { reason });
    controller.abort(new AppError({ code: 'ABORTED', message: 'The process is shutting down.' }));
    const late = new AbortController();
    const isLate = new Promise<void>((resolve) => late.signal.addEventListener('abort', () => resolve()));
    const timer = setTimeout(() => late.abort(), graceMs);
    await Promise.race([closeAll(late.signal), isLate]);
    clearTimeout(timer);
    if (late.signal.aborted) {
      process.exitCode = 1;
      logger.error('shutdown ran out of time', { graceMs, stillOpen: closers.map(({ name }) => name) });
    } else {
      logger.info('shut down');
    }
  }

  const run = (reason: string): Promise<void> => (running ??= runOnce(reason));

  return {
    signal: controller.signal,
    add: (name, close) => void closers.push({ name, close }),
    run,
    installSignalHandlers() {
      const onSignal = (name: NodeJS.Signals): void => {
        // A closed terminal and its shell both send SIGHUP, so that a second one is no second request.
        if (running && name !== 'SIGHUP') process.exit(1);
        void run(name).then(() => process.exit());
      };
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
    },
  };
}

/**
 * `SHUTDOWN_DELAY_MS`: how long a server keeps serving after a termination signal while it reports not ready. No
 * request is dropped if this is longer than a load balancer takes to notice.
 */
export const shutdownDelaySchema = z.coerce.number().int().min(0).max(20_000).default(0);
