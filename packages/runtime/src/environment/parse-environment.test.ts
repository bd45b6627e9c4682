import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseEnvironment } from './parse-environment.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  LOG_LEVEL: z.enum(['info', 'debug']).default('info'),
  API_KEY: z.string().min(20).optional(),
});

it('parseEnvironment sets defaults, treats blank as absent and drops unknown variables', () => {
  const environment = parseEnvironment(schema, {
    PORT: ' ',
    LOG_LEVEL: '',
    DATABASE_URL: 'postgres://db/app',
    HOME: '/home/ada',
    UNSET: undefined,
  });
  expect(environment).toEqual({ PORT: 8080, LOG_LEVEL: 'info', DATABASE_URL: 'postgres://db/app' });
});

it('parseEnvironment names every invalid variable and prints none of their values', () => {
  const variables = {
    PORT: 'port-s3cret',
    DATABASE_URL: 'url-s3cret',
    LOG_LEVEL: 'level-s3cret',
    API_KEY: 'key-s3cret',
  };
  const thrown = catchError(() => parseEnvironment(schema, variables));
  expect(thrown).toMatchObject({ code: 'VALIDATION_ERROR' });
  for (const name of Object.keys(variables)) expect(thrown.message).toContain(`  ${name}: `);
  expect(JSON.stringify([thrown.message, thrown.details])).not.toContain('s3cret');
});

it('parseEnvironment reads an alias where its variable is blank, and reports problems under the name that was given', () => {
  const aliases = { PORT: 'WEB_PORT', LOG_LEVEL: 'VERBOSITY' };
  const variables = {
    DATABASE_URL: 'postgres://db/app',
    PORT: ' ',
    WEB_PORT: '4000',
    LOG_LEVEL: 'info',
    VERBOSITY: 'x',
  };
  expect(parseEnvironment(schema, variables, aliases)).toMatchObject({ PORT: 4000, LOG_LEVEL: 'info' });
  const thrown = catchError(() => parseEnvironment(schema, { ...variables, WEB_PORT: 'no' }, aliases));
  expect(thrown.details).toEqual({ issues: [{ path: 'WEB_PORT', message: 'must be a number' }] });
});

function catchError(action: () => unknown): AppError {
  try {
    action();
  } catch (thrown) {
    if (AppError.isInstance(thrown)) return thrown;
  }
  throw new Error('It threw no AppError.');
}
