import { AppError, errorCodes } from '@shipmate/core';
import { expect, it } from 'vitest';
import { fromErrorEnvelope, toErrorEnvelope } from './error-envelope.ts';
import { toProblemDetails } from './problem-details.ts';
import { statusByCode } from './status-by-code.ts';

const error = new AppError({
  code: 'VALIDATION_ERROR',
  message: 'The path is not relative.',
  details: { issues: [{ path: 'path', message: 'not relative' }] },
  cause: new Error('/srv/secret'),
});

it.each(errorCodes)('statusByCode has an error status for %s', (code) => {
  expect(statusByCode[code]).toBeGreaterThanOrEqual(400);
});

it('toErrorEnvelope and fromErrorEnvelope round-trip an error', () => {
  const envelope = toErrorEnvelope(error, 'request-1');
  expect(envelope).toEqual({
    success: false,
    message: 'The path is not relative.',
    code: 'VALIDATION_ERROR',
    requestId: 'request-1',
    details: { issues: [{ path: 'path', message: 'not relative' }] },
  });
  expect(fromErrorEnvelope(envelope, 400)).toMatchObject({
    code: error.code,
    message: error.message,
    details: error.details,
  });
});

it.each([undefined, 'Bad gateway', { success: false }, { success: true, message: 'x', code: 'NOT_FOUND' }])(
  'fromErrorEnvelope reads %j as the failure of an upstream',
  (body) => {
    expect(fromErrorEnvelope(body, 502)).toMatchObject({ code: 'EXTERNAL_API_ERROR' });
  },
);

it('toProblemDetails writes problem details', () => {
  expect(toProblemDetails(error, { instance: '/api/tools/x', requestId: 'request-1' })).toEqual({
    type: 'about:blank',
    title: 'Validation error',
    status: 400,
    detail: 'The path is not relative.',
    instance: '/api/tools/x',
    code: 'VALIDATION_ERROR',
    requestId: 'request-1',
    details: { issues: [{ path: 'path', message: 'not relative' }] },
  });
});
