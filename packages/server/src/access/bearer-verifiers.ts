import { AppError, type Principal } from '@shipmate/core';

/**
 * Verifies tokens of one kind. **Contract.** @throws AppError `UNAUTHORIZED` for an invalid token, or one of another
 * kind.
 */
export interface BearerVerifier {
  verify(token: string): Promise<Principal>;
}

/** Tries each verifier until one accepts the token. @throws AppError `UNAUTHORIZED` when none does. */
export async function verifyBearer(token: string, verifiers: readonly BearerVerifier[]): Promise<Principal> {
  let refusal: AppError | undefined;
  for (const verifier of verifiers) {
    try {
      return await verifier.verify(token);
    } catch (thrown) {
      if (!AppError.isInstance(thrown) || thrown.code !== 'UNAUTHORIZED') throw thrown;
      refusal = thrown;
    }
  }
  throw refusal ?? new AppError({ code: 'UNAUTHORIZED', message: 'The token is not valid.' });
}
