import { expect, it } from 'vitest';
import { AppError, type AppErrorOptions } from '../error/app-error.ts';
import { planRecovery, type Failure } from './plan-recovery.ts';

const retry = { retries: 2, baseDelayMs: 100, maxDelayMs: 300 };
const limited: AppErrorOptions = { code: 'RATE_LIMITED', message: 'Wait.' };
const after = (retryAfterMs: unknown): AppErrorOptions => ({ ...limited, details: { provider: 'p', retryAfterMs } });
const again = (delayMs: number) => ({ reason: 'retry', delayMs });
const next = { reason: 'fallback', delayMs: 0 };

it.each<[string, AppErrorOptions, Partial<Failure>, unknown]>([
  ['a first failure', limited, {}, again(100)],
  ['a second failure', limited, { failures: 2 }, again(200)],
  ['one failure too many', limited, { failures: 3 }, undefined],
  ['one failure too many, with another model', limited, { failures: 3, hasFallback: true }, next],
  ['a wish to wait', after(250), {}, again(250)],
  ['a wish not to wait', after(0), {}, again(0)],
  ['a wish to wait too long', after(301), {}, undefined],
  ['a wish to wait too long, with another model', after(301), { hasFallback: true }, next],
  ['a wish that is no number', after('soon'), {}, again(100)],
  ['an outage', { ...limited, code: 'UNAVAILABLE' }, {}, again(100)],
  ['a failing provider', { ...limited, code: 'EXTERNAL_API_ERROR' }, {}, again(100)],
  ['silence', { ...limited, code: 'TIMEOUT' }, {}, again(100)],
  ['a refused key', { ...limited, recoverable: false }, {}, undefined],
  ['a refused key, with another model', { ...limited, recoverable: false }, { hasFallback: true }, next],
  ['a request that is wrong', { ...limited, code: 'VALIDATION_ERROR' }, {}, undefined],
])('after %s', (_, options, failure, expected) => {
  expect(planRecovery({ error: new AppError(options), failures: 1, hasFallback: false, ...failure }, retry)).toEqual(
    expected,
  );
});

it('waits no longer than the longest delay', () => {
  const failure = { error: new AppError(limited), failures: 9, hasFallback: false };
  expect(planRecovery(failure, { ...retry, retries: 20 })).toEqual(again(300));
});
