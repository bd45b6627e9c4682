import type { Logger } from '../logger/logger.ts';

/** An observer whose failures, late ones too, are logged and never reach the caller. */
export function shield<Arguments extends readonly unknown[]>(
  name: string,
  observer: ((...args: Arguments) => unknown) | undefined,
  logger: Logger,
): (...args: Arguments) => void {
  if (observer === undefined) return () => undefined;
  const report = (cause: unknown): void => logger.error('an observer failed', { observer: name, error: cause });
  return (...args) => {
    try {
      const returned = observer(...args);
      if (returned instanceof Promise) returned.catch(report);
    } catch (thrown) {
      report(thrown);
    }
  };
}
