import { APICallError } from '@ai-sdk/provider';
import { AppError } from '@shipmate/core';
import { describe, expect, test } from 'vitest';
import { errorStatus, isOutOfCredit, retryAfterMs, toModelError } from './to-model-error.ts';

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

function refusal(statusCode: number, error: object): APICallError {
  return new APICallError({ message: 'no', url: 'any', requestBodyValues: {}, statusCode, data: { error } });
}

test.each([
  { what: 'a status', thrown: { statusCode: 503 }, status: 503 },
  { what: 'a number as code', thrown: { code: 429 }, status: 429 },
  { what: 'a type', thrown: { type: 'overloaded_error' }, status: 529 },
  { what: 'the code of a full context', thrown: { code: 'context_length_exceeded' }, status: 413 },
  { what: 'a code before its type', thrown: { type: 'api_error', code: 'rate_limit_exceeded' }, status: 429 },
  { what: 'a status in words', thrown: { status: 'RESOURCE_EXHAUSTED' }, status: 429 },
  { what: 'a number before words', thrown: { statusCode: 500, type: 'overloaded_error' }, status: 500 },
  { what: 'a number that is no failure', thrown: { code: 7 }, status: undefined },
  { what: 'an unknown error code', thrown: { code: 'constructor' }, status: undefined },
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

// The words are those that users reported: earendil-works/pi#102, google-gemini/gemini-cli#6678, ggml-org/llama.cpp#15780.
test.each([
  { what: 'a code', error: { code: 'context_length_exceeded' }, responseBody: '' },
  { what: 'words of Anthropic', error: {}, responseBody: 'prompt is too long: 210000 tokens > 200000 maximum' },
  {
    what: 'words of Google',
    error: {},
    responseBody: 'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
  },
  { what: 'words of llama.cpp', error: {}, responseBody: 'the request exceeds the available context size' },
])('toModelError names the context window of a model by $what', ({ error, responseBody }) => {
  const thrown = Object.assign(refusal(400, error), { responseBody });
  const { message, code, recoverable } = toModelError(thrown, call);
  expect(message).toContain('The conversation is longer than model "large" of Acme accepts.');
  expect([code, recoverable]).toEqual(['EXTERNAL_API_ERROR', false]);
});

test('toModelError does not take another refused request for one that is too long', () => {
  expect(toModelError(refusal(400, { code: 'invalid_tool' }), call).message).toContain('rejected the request');
});

describe('retry after', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  function refusal(responseHeaders?: Record<string, string>, responseBody?: string): APICallError {
    return new APICallError({
      message: 'busy',
      url: 'any',
      requestBodyValues: {},
      statusCode: 429,
      ...(responseHeaders && { responseHeaders }),
      ...(responseBody !== undefined && { responseBody }),
    });
  }

  test.each([
    { what: 'milliseconds', headers: { 'retry-after-ms': '1500' }, ms: 1500 },
    { what: 'milliseconds before seconds', headers: { 'retry-after': '9', 'retry-after-ms': '1500' }, ms: 1500 },
    { what: 'seconds', headers: { 'retry-after': '7' }, ms: 7000 },
    { what: 'parts of a second', headers: { 'retry-after': '0.25' }, ms: 250 },
    { what: 'no time', headers: { 'retry-after': '0' }, ms: 0 },
    { what: 'a date', headers: { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, ms: 30_000 },
    { what: 'a date that has passed', headers: { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, ms: 0 },
    { what: 'a retryDelay', headers: {}, body: '{"retryDelay": "3.5s"}', ms: 3500 },
    { what: 'nonsense', headers: { 'retry-after': 'soon', 'retry-after-ms': '' }, ms: undefined },
    { what: 'a negative number', headers: { 'retry-after-ms': '-5' }, ms: undefined },
    { what: 'nothing', headers: {}, ms: undefined },
  ])('retryAfterMs of $what', ({ headers, body, ms }) => {
    expect(retryAfterMs(refusal(headers, body), now)).toBe(ms);
  });

  test('retryAfterMs is undefined for an error without a response', () => {
    expect(retryAfterMs(refusal(), now)).toBeUndefined();
    expect(retryAfterMs(new TypeError('terminated'), now)).toBeUndefined();
  });
});
