import { AppError, type Principal } from '@shipmate/core';
import { expect, it } from 'vitest';
import { type BearerVerifier, verifyBearer } from './bearer-verifiers.ts';

const ada: Principal = { userId: 'ada', organizationId: 'analytical', via: 'jwt' };
const accept: BearerVerifier = { verify: async () => ada };
const refuse = (message: string): BearerVerifier => ({
  verify: () => Promise.reject(new AppError({ code: 'UNAUTHORIZED', message })),
});
const fail = (error: Error): BearerVerifier => ({ verify: () => Promise.reject(error) });

it('verifyBearer returns the principal of the first verifier that accepts the token', async () => {
  await expect(verifyBearer('a.b.c', [refuse('First.'), accept])).resolves.toBe(ada);
});

it.each<[what: string, verifiers: BearerVerifier[], message: string]>([
  ['no verifier', [], 'The token is not valid.'],
  ['two that refuse', [refuse('First.'), refuse('Second.')], 'Second.'],
  ['one that is unavailable', [fail(new AppError({ code: 'UNAVAILABLE', message: 'Later.' })), accept], 'Later.'],
  ['one with a programming error', [fail(new TypeError('Broken.')), accept], 'Broken.'],
])('verifyBearer with %s throws its error', async (_what, verifiers, message) => {
  await expect(verifyBearer('a.b.c', verifiers)).rejects.toThrow(message);
});
