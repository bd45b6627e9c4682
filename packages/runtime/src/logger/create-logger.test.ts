import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createLogger, type LogLevel } from './create-logger.ts';

function capture(level?: LogLevel) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, logger: createLogger({ name: 'test', ...(level ? { level } : {}), destination }) };
}

function read(line: string | undefined): unknown {
  return JSON.parse(line ?? 'null');
}

it('a logger writes one JSON object per line with level, name, time and fields', () => {
  const { lines, logger } = capture();
  logger.info('hello', { requestId: 'r1' });
  expect(read(lines[0])).toMatchObject({
    level: 'info',
    name: 'test',
    msg: 'hello',
    requestId: 'r1',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it('a logger omits lines below its level', () => {
  const { lines, logger } = capture('warn');
  logger.info('no');
  logger.warn('yes');
  expect(lines).toHaveLength(1);
});

it('a child logger adds its fields to its lines', () => {
  const { lines, logger } = capture();
  logger.child({ run: 'r' }).child({ tool: 't' }).error('failed');
  expect(read(lines[0])).toMatchObject({ run: 'r', tool: 't', level: 'error' });
});

it.each([
  { authorization: 's3cret' },
  { token: 's3cret' },
  { headers: { authorization: 's3cret', cookie: 's3cret', 'set-cookie': 's3cret' } },
  { provider: { apiKey: 's3cret' }, session: { secret: 's3cret' } },
  { request: { headers: { authorization: 's3cret' } } },
])('a logger redacts secrets in %j', (fields) => {
  const { lines, logger } = capture();
  logger.info('request', fields);
  logger.child(fields).info('child');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines[0]).toContain('[redacted]');
});

it('a logger writes an error with its code and its causes', () => {
  const { lines, logger } = capture();
  const cause = new Error('connection refused', { cause: new Error('no route') });
  logger.error('failed', { error: new AppError({ code: 'DATABASE_ERROR', message: 'The database failed.', cause }) });
  expect(read(lines[0])).toMatchObject({
    error: {
      code: 'DATABASE_ERROR',
      message: 'The database failed.',
      cause: { message: 'connection refused', cause: { message: 'no route' } },
    },
  });
});

it('a logger never throws on values that JSON cannot represent', () => {
  const { lines, logger } = capture();
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  logger.info('odd', { big: 10n, cycle, symbol: Symbol('x'), error: 'just a text' });
  expect(read(lines[0])).toMatchObject({ msg: 'odd', error: 'just a text' });
});
