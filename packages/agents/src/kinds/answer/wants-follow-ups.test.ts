import type { Run } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { wantsFollowUps } from './wants-follow-ups.ts';

const run = { origin: 'chat', status: 'completed', stopReason: 'final', model: 'openai:gpt-4o' } as const;

it.each<[why: string, changed: Partial<Run>, expected: boolean]>([
  ['an answer in the chat', {}, true],
  ['an answer of a schedule', { origin: 'schedule' }, false],
  ['a cancelled answer', { status: 'cancelled', stopReason: 'aborted' }, false],
  ['an answer that reached a limit', { stopReason: 'max_iterations' }, false],
  ['the scripted model', { model: 'demo:shipmate-demo' }, false],
])('wantsFollowUps decides for %s: %o', (_, changed, expected) => {
  expect(wantsFollowUps({ ...run, ...changed })).toBe(expected);
});
