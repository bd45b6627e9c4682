import { AppError, type Principal } from '@shipmate/core';
import { expect, it } from 'vitest';
import { requirePerson } from './require-person.ts';
import { requireSignIn } from './require-sign-in.ts';

type Via = Pick<Principal, 'via' | 'isPerson'>;

it.each<[Via, mayActSignedIn: boolean, mayActAsPerson: boolean]>([
  [{ via: 'session' }, true, true],
  [{ via: 'local' }, true, true],
  [{ via: 'jwt', isPerson: true }, false, true],
  [{ via: 'jwt', isPerson: false }, false, false],
  [{ via: 'jwt' }, false, false],
  [{ via: 'extension_token', isPerson: true }, false, false],
  [{ via: 'tool_token' }, false, false],
  [{ via: 'job' }, false, false],
])('requireSignIn accepts %j: %s, requirePerson: %s', (credential, mayActSignedIn, mayActAsPerson) => {
  const principal = { userId: 'ada', organizationId: 'analytical', ...credential };
  const refusalOf = (require: () => void): unknown => {
    try {
      return require();
    } catch (error) {
      return error;
    }
  };
  const refusal = new AppError({
    code: 'UNAUTHORIZED',
    message: 'Sign in with a browser to delete a grant. API tokens are not accepted.',
  });
  const refusals = [requireSignIn, requirePerson].map((require) =>
    refusalOf(() => require(principal, 'delete a grant')),
  );
  expect(refusals).toEqual([mayActSignedIn, mayActAsPerson].map((may) => (may ? undefined : refusal)));
});
