import { noUsage } from '@shipmate/core';
import { expect, it } from 'vitest';
import type { Remediation } from './remediation.ts';
import { toRunEnd } from './to-run-end.ts';

const spent = { usage: { ...noUsage, inputTokens: 7 }, costUsd: 0.5, model: 'demo:demo' } as NonNullable<
  Remediation['spent']
>;
const unspent = { usage: noUsage, costUsd: 0, model: null };
const counted = { usage: spent.usage, costUsd: 0.5, model: 'demo:demo' };
const succeeded = { errorCode: null, errorMessage: null };

it.each<[Pick<Remediation, 'status' | 'reason' | 'spent'>, ReturnType<typeof toRunEnd>]>([
  [
    { status: 'resolved', reason: 'The finding is gone.', spent },
    { status: 'completed', stopReason: 'final', ...counted, ...succeeded },
  ],
  [
    { status: 'not_resolved', reason: null, spent: null },
    { status: 'completed', stopReason: 'final', ...unspent, ...succeeded },
  ],
  [
    { status: 'stopped', reason: 'It was stopped.', spent },
    { status: 'cancelled', stopReason: 'aborted', ...counted, ...succeeded },
  ],
  [
    { status: 'failed', reason: 'No answer.', spent: null },
    { status: 'failed', stopReason: 'aborted', ...unspent, errorCode: 'INTERNAL_ERROR', errorMessage: 'No answer.' },
  ],
  [
    { status: 'failed', reason: null, spent },
    {
      status: 'failed',
      stopReason: 'aborted',
      ...counted,
      errorCode: 'INTERNAL_ERROR',
      errorMessage: 'The remediation failed.',
    },
  ],
])('toRunEnd of %j', (remediation, end) => {
  expect(toRunEnd(remediation)).toEqual(end);
});
