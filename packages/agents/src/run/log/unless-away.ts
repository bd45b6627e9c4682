import { AppError } from '@shipmate/core';

/** Gives what is read or, while the database is away, something else. @throws AppError once it has been away for too long. */
export type UnlessAway = <Result>(reading: Promise<Result>, otherwise: Result) => Promise<Result>;

/** Makes it for what is read of one log: so long is waited each time that the database is away. */
export function createUnlessAway(patienceMs: number): UnlessAway {
  let awaySince: number | undefined;
  return async (reading, otherwise) => {
    try {
      const result = await reading;
      awaySince = undefined;
      return result;
    } catch (thrown) {
      if (!AppError.isInstance(thrown) || thrown.code !== 'DATABASE_ERROR') throw thrown;
      awaySince ??= performance.now();
      if (performance.now() - awaySince > patienceMs) throw thrown;
      return otherwise;
    }
  };
}
