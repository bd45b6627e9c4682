import { expect, it } from 'vitest';
import { AppError, type AppErrorOptions } from '../error/app-error.ts';
import { planRecovery, type ModelFailure } from './model-chain.ts';

const retry = { retries: 2, baseDelayMs: 100, maxDelayMs: 300 };
const limited: AppErrorOptions = { code: 'RATE_LIMITED', message: 'Wait.' };
const after = (retryAfterMs: unknown): AppErrorOptions => ({ ...limited, details: { provider: 'p', retryAfterMs } });
const again = (delayMs: number) => ({ reason: 'retry', delayMs });
const next = { reason: 'fallback', delayMs: 0 };

interface Case {
  readonly failed: AppErrorOptions;
  readonly fared?: Partial<ModelFailure>;
  readonly expected: unknown;
}

it.each<[string, Case]>([
  ['a first failure', { failed: limited, expected: again(100) }],
  ['a second failure', { failed: limited, fared: { failures: 2 }, expected: again(200) }],
  ['one failure too many', { failed: limited, fared: { failures: 3 }, expected: undefined }],
  [
    'one failure too many, with another model',
    { failed: limited, fared: { failures: 3, hasFallback: true }, expected: next },
  ],
  ['a wish to wait', { failed: after(250), expected: again(250) }],
  ['a wish not to wait', { failed: after(0), expected: again(0) }],
  ['a wish to wait too long', { failed: after(301), expected: undefined }],
  ['a wish to wait too long, with another model', { failed: after(301), fared: { hasFallback: true }, expected: next }],
  ['a wish that is no number', { failed: after('soon'), expected: again(100) }],
  ['an outage', { failed: { ...limited, code: 'UNAVAILABLE' }, expected: again(100) }],
  ['a failing provider', { failed: { ...limited, code: 'EXTERNAL_API_ERROR' }, expected: again(100) }],
  ['silence', { failed: { ...limited, code: 'TIMEOUT' }, expected: again(100) }],
  ['a refused key', { failed: { ...limited, recoverable: false }, expected: undefined }],
  [
    'a refused key, with another model',
    { failed: { ...limited, recoverable: false }, fared: { hasFallback: true }, expected: next },
  ],
  ['a request that is wrong', { failed: { ...limited, code: 'VALIDATION_ERROR' }, expected: undefined }],
])('after %s', (_, { failed, fared, expected }) => {
  const failure = { error: new AppError(failed), failures: 1, hasFallback: false, ...fared };
  expect(planRecovery(failure, retry)).toEqual(expected);
});

it('waits no longer than the longest delay', () => {
  const failure = { error: new AppError(limited), failures: 9, hasFallback: false };
  expect(planRecovery(failure, { ...retry, retries: 20 })).toEqual(again(300));
});
