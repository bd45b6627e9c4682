import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import { expect, test } from 'vitest';
import { toExecutionStates } from './to-step-states.ts';

type Step = RuleExecutionView['steps'][number];

const step = (actionId: string, overrides: Partial<Step>): Step => ({
  actionId,
  actionName: actionId,
  actionType: 'delay',
  status: 'completed',
  attempt: 1,
  isReused: false,
  port: null,
  error: null,
  input: null,
  output: null,
  approvers: [],
  isAskingCaller: false,
  wakesInMs: null,
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  ...overrides,
});

const { stateOf, isTaken } = toExecutionStates({
  unreached: ['other'],
  steps: [
    step('check', { port: 'true' }),
    step('ask', { status: 'waiting', approvers: [{ userId: 'u1', decision: null, reason: null }] }),
    step('pause', { status: 'waiting' }),
  ],
});

test.each([
  ['check', 'completed'],
  ['ask', 'approval'],
  ['pause', 'waiting'],
  ['later', 'queued'],
  ['other', 'unreached'],
])('toExecutionStates returns the state of %s as %s', (id, state) => {
  expect(stateOf(id)).toBe(state);
});

test.each([
  [{ source: null, target: 'check', output: null }, true],
  [{ source: 'check', target: 'ask', output: 'true' }, true],
  [{ source: 'check', target: 'pause', output: null }, true],
  [{ source: 'check', target: 'other', output: 'false' }, false],
  [{ source: 'ask', target: 'later', output: null }, false],
])('toExecutionStates says of the connection %j that it was taken: %s', (edge, isFollowed) => {
  expect(isTaken(edge)).toBe(isFollowed);
});
