import { APICallError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

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
