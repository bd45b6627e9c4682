import type { Principal } from '@shipmate/core';
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
  const refused = expect.objectContaining({
    code: 'UNAUTHORIZED',
    message: 'Sign in with a browser to delete a grant. API tokens are not accepted.',
  });
  const signIn = expect(() => requireSignIn(principal, 'delete a grant'));
  const person = expect(() => requirePerson(principal, 'delete a grant'));
  if (mayActSignedIn) signIn.not.toThrow();
  else signIn.toThrow(refused);
  if (mayActAsPerson) person.not.toThrow();
  else person.toThrow(refused);
});
