import { APICallError } from '@ai-sdk/provider';
import { AppError } from '@shipmate/core';
import { expect, test } from 'vitest';
import { toModelError } from './to-model-error.ts';

const call = { vendor: { id: 'acme', name: 'Acme' }, model: 'large', signal: new AbortController().signal };
const untrusted = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
const closed = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

test.each([
  {
    what: 'a call without a response',
    thrown: new APICallError({ message: 'secret', url: 'secret', requestBodyValues: {}, cause: untrusted }),
    code: 'UNAVAILABLE',
  },
  { what: 'a broken connection', thrown: new TypeError('terminated', { cause: closed }), code: 'UNAVAILABLE' },
  { what: 'an error event with a number', thrown: { message: 'secret', code: 429 }, code: 'RATE_LIMITED' },
  { what: 'an error event with a word', thrown: { message: 'secret', code: 'bad' }, code: 'EXTERNAL_API_ERROR' },
  { what: 'a text', thrown: 'secret', code: 'EXTERNAL_API_ERROR' },
])('toModelError of $what is $code', ({ thrown, code }) => {
  const error = toModelError(thrown, call);
  expect(error).toMatchObject({ code, cause: thrown, details: { provider: 'acme' } });
  expect(error.message).toContain('Acme');
  expect(error.message).not.toContain('secret');
});

test('toModelError returns ABORTED for any failure after the caller has aborted', () => {
  expect(toModelError(closed, { ...call, signal: AbortSignal.abort() }).code).toBe('ABORTED');
});

test('toModelError keeps an AppError', () => {
  const error = new AppError({ code: 'CONFLICT', message: 'Taken.' });
  expect(toModelError(error, call)).toBe(error);
});
