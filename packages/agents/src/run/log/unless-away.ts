import { AppError } from '@shipmate/core';

/**
 * Returns the result of a read, or a default while the database is unavailable. @throws AppError once it has been
 * unavailable for too long.
 */
export type UnlessAway = <Result>(reading: Promise<Result>, otherwise: Result) => Promise<Result>;

/** Creates an {@link UnlessAway} for the reads of one log. `maxOutageMs` bounds each outage. */
export function createUnlessAway(maxOutageMs: number): UnlessAway {
  let awaySince: number | undefined;
  return async (reading, otherwise) => {
    try {
      const result = await reading;
      awaySince = undefined;
      return result;
    } catch (thrown) {
      if (!AppError.isInstance(thrown) || thrown.code !== 'DATABASE_ERROR') throw thrown;
      awaySince ??= performance.now();
      if (performance.now() - awaySince > maxOutageMs) throw thrown;
      return otherwise;
    }
  };
}
