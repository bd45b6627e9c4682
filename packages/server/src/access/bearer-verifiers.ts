import { AppError, type Principal } from '@shipmate/core';

/** Recognises tokens of one kind. **Contract.** @throws AppError `UNAUTHORIZED` for a token that is not good, or of another kind. */
export interface BearerVerifier {
  verify(token: string): Promise<Principal>;
}

/** Asks each verifier until one recognises the token. @throws AppError `UNAUTHORIZED` when none does. */
export async function verifyBearer(token: string, verifiers: readonly BearerVerifier[]): Promise<Principal> {
  let refusal = new AppError({ code: 'UNAUTHORIZED', message: 'The token is not valid.' });
  for (const verifier of verifiers) {
    try {
      return await verifier.verify(token);
    } catch (thrown) {
      if (!AppError.isInstance(thrown) || thrown.code !== 'UNAUTHORIZED') throw thrown;
      refusal = thrown;
    }
  }
  throw refusal;
}
