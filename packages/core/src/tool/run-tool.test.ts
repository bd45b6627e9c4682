import { expect, it } from 'vitest';
import { createLogKeeper, toolOf } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import { runTool } from './run-tool.ts';
import { createToolExecutionContext } from './tool-execution-context.ts';

const failing = (thrown: unknown) =>
  toolOf('work', () => {
    throw thrown;
  });

it.each([
  ['an output', toolOf('work', ({ value }) => value), { success: true, data: 'a' }],
  [
    'a failure that it names',
    failing(new AppError({ code: 'CONFLICT', message: 'Taken.' })),
    { success: false, error: 'Taken.', metadata: { code: 'CONFLICT', recoverable: true } },
  ],
  [
    'a failure without internals',
    failing(new Error('password')),
    {
      success: false,
      error: 'Something went wrong on our side.',
      metadata: { code: 'INTERNAL_ERROR', recoverable: false },
    },
  ],
])('answers with %s', async (_, tool, result) => {
  const principal = { userId: 'u', organizationId: 'o', via: 'local' } as const;
  const logger = createLogKeeper();
  const context = createToolExecutionContext({ principal, logger });
  expect(await runTool(tool, { value: 'a' }, context)).toEqual(result);
  expect(logger.lines.length).toBe(JSON.stringify(result).includes('INTERNAL_ERROR') ? 1 : 0);
  expect(await runTool(tool, { value: 1 }, context)).toMatchObject({
    success: false,
    metadata: { code: 'VALIDATION_ERROR' },
  });
});
