import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { toDatabaseError } from './to-database-error.ts';

function sqlError(code: string, constraint?: string): Error {
  return Object.assign(new Error('duplicate key "secret" in relation x'), { code, constraint });
}

const unknown = { code: 'DATABASE_ERROR', message: 'The database could not complete the request.' };

it.each([
  [sqlError('23505', 'app_user_email_unique'), { code: 'CONFLICT', message: 'Another user has this e-mail address.' }],
  [sqlError('23505', 'some_other'), { code: 'CONFLICT', message: 'It exists already.' }],
  [sqlError('22021'), { code: 'VALIDATION_ERROR', message: expect.stringContaining('NUL') }],
  [sqlError('23503'), { ...unknown, recoverable: false }],
  [sqlError('40P01'), { ...unknown, recoverable: true }],
  [sqlError('ECONNREFUSED'), unknown],
  ['a string', unknown],
])('toDatabaseError converts %o to %o', (thrown, error) => {
  expect(toDatabaseError(thrown)).toMatchObject({ ...error, cause: thrown, details: undefined });
});

it('toDatabaseError returns an AppError unchanged', () => {
  const error = new AppError({ code: 'NOT_FOUND', message: 'There is no such file.' });
  expect(toDatabaseError(error)).toBe(error);
});
