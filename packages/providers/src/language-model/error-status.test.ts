import { APICallError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { errorStatus, isOutOfCredit } from './error-status.ts';

function refusal(statusCode: number, error: object): APICallError {
  return new APICallError({ message: 'no', url: 'any', requestBodyValues: {}, statusCode, data: { error } });
}

test.each([
  { what: 'a status', thrown: { statusCode: 503 }, status: 503 },
  { what: 'a number as code', thrown: { code: 429 }, status: 429 },
  { what: 'a type', thrown: { type: 'overloaded_error' }, status: 529 },
  { what: 'a code before its type', thrown: { type: 'api_error', code: 'rate_limit_exceeded' }, status: 429 },
  { what: 'a status in words', thrown: { status: 'RESOURCE_EXHAUSTED' }, status: 429 },
  { what: 'a number before words', thrown: { statusCode: 500, type: 'overloaded_error' }, status: 500 },
  { what: 'a number that is no failure', thrown: { code: 7 }, status: undefined },
  { what: 'a word that nobody knows', thrown: { code: 'constructor' }, status: undefined },
  { what: 'an exception', thrown: new TypeError('terminated'), status: undefined },
  { what: 'nothing', thrown: undefined, status: undefined },
])('errorStatus of $what', ({ thrown, status }) => {
  expect(errorStatus(thrown)).toBe(status);
});

test.each([
  { thrown: refusal(429, { code: 'insufficient_quota' }), expected: true },
  { thrown: refusal(402, {}), expected: true },
  { thrown: { type: 'insufficient_quota' }, expected: true },
  { thrown: refusal(429, { code: 'rate_limit_exceeded' }), expected: false },
])('isOutOfCredit distinguishes an empty account from a rate limit', ({ thrown, expected }) => {
  expect(isOutOfCredit(thrown)).toBe(expected);
});
