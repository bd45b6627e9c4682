import { expect, it } from 'vitest';
import { createLogKeeper, runLoop } from '../../test/support/loop-fixture.ts';
import { ScriptedModel } from '../testing/index.ts';
import { toSafeObserver } from './loop-settings.ts';

const failure = new Error('no');

it.each([
  [
    'throws',
    () => {
      throw failure;
    },
  ],
  ['rejects', () => Promise.reject(failure)],
])('toSafeObserver logs the error when an observer %s', async (_, observer) => {
  const logger = createLogKeeper();
  expect(toSafeObserver('onEvent', observer, logger)()).toBeUndefined();
  await Promise.resolve();
  expect(logger.lines).toEqual([{ message: 'an observer failed', fields: { observer: 'onEvent', error: failure } }]);
});

it('toSafeObserver passes the arguments on, and does nothing without an observer', () => {
  const seen: number[] = [];
  const logger = createLogKeeper();
  toSafeObserver('onEvent', (left: number, right: number) => seen.push(left + right), logger)(1, 2);
  toSafeObserver('onEvent', undefined, logger)();
  expect(seen).toEqual([3]);
  expect(logger.lines).toEqual([]);
});

it.each([
  [{ maxIterations: 0 }, 'maxIterations must be'],
  [{ toolConcurrency: 1.5 }, 'toolConcurrency must be'],
  [{ retry: { retries: -1 } }, 'retry.retries must be'],
  [{ contextTokens: 0 }, 'contextTokens must be more than 0.'],
  [{ budget: { toolCalls: 0 } }, 'budget.toolCalls must be more than 0.'],
  [{ toolTimeoutMs: Infinity }, 'toolTimeoutMs must be a finite number'],
])('runToolLoop refuses %j before it asks the model', async (config, message) => {
  using model = new ScriptedModel([]);
  await expect(runLoop(model, [], config)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining(message),
  });
});
