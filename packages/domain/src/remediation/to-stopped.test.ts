import { expect, it } from 'vitest';
import type { ActionProgress, Remediation } from './remediation.ts';
import { toStopped } from './to-stopped.ts';

const plan = { actions: [{ id: 'A1' }, { id: 'A2' }, { id: 'A3' }] } as unknown as Remediation['plan'];
const approval = { decidedBy: 'user' } as Remediation['approval'];
const step = (id: string, status: ActionProgress['status'], error: string | null = null): ActionProgress => ({
  id,
  status,
  error,
});

it.each<
  [
    what: string,
    stopped: Pick<Remediation, 'plan' | 'approval' | 'progress'>,
    reason: string,
    progress: ActionProgress[],
  ]
>([
  ['without a plan', { plan: null, approval: null, progress: [] }, 'It was stopped. Nothing was changed.', []],
  [
    'before the approval',
    { plan, approval: null, progress: [step('A1', 'planned')] },
    'It was stopped. Nothing was changed.',
    [],
  ],
  [
    'before the first action',
    { plan, approval, progress: [step('A1', 'planned')] },
    'It was stopped. Nothing was changed.',
    [step('A1', 'not_run'), step('A2', 'not_run'), step('A3', 'not_run')],
  ],
  [
    'after two actions',
    { plan, approval, progress: [step('A2', 'done'), step('A1', 'done'), step('A3', 'planned')] },
    'It was stopped after A1, A2 was executed. The effect was not verified.',
    [step('A1', 'done'), step('A2', 'done'), step('A3', 'not_run')],
  ],
  [
    'after an action that failed',
    { plan, approval, progress: [step('A1', 'failed', 'Refused.')] },
    'It was stopped. Nothing was changed.',
    [step('A1', 'failed', 'Refused.'), step('A2', 'not_run'), step('A3', 'not_run')],
  ],
])('toStopped %s keeps what was executed', (...[, stopped, reason, progress]) => {
  expect(toStopped(stopped)).toEqual({ status: 'stopped', reason, progress });
});
