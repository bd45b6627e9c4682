import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseEnvironment } from '@shipmate/runtime';
import { runApp } from './run-app.ts';

async function start(fails: () => unknown) {
  const lines: string[] = [];
  const codes: number[] = [];
  const options = {
    name: 'web',
    print: (line: string) => void lines.push(line),
    exit: (code: number) => void codes.push(code),
  };
  await runApp(async () => void fails(), options);
  return { lines, codes };
}

it('runApp prints one line for each bad variable, without a stack, and exits with 1', async () => {
  const schema = z.object({ PORT: z.coerce.number(), DATABASE_URL: z.url() });
  expect(await start(() => parseEnvironment(schema, { PORT: 's3cret' }))).toEqual({
    lines: ['web: PORT must be a number', 'web: DATABASE_URL is missing: send a string'],
    codes: [1],
  });
});

it('runApp prints any other known error in one line', async () => {
  const fails = () => {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'There is no\n  provider "acme".' });
  };
  expect(await start(fails)).toEqual({ lines: ['web: There is no provider "acme".'], codes: [1] });
});

it('runApp throws an unexpected error, and prints nothing when the app starts', async () => {
  const fails = () => {
    throw new TypeError('bug');
  };
  await expect(start(fails)).rejects.toThrow('bug');
  expect(await start(() => undefined)).toEqual({ lines: [], codes: [] });
});
