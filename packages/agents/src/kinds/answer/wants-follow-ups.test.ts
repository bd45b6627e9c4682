import { expect, it } from 'vitest';
import { wantsFollowUps } from './wants-follow-ups.ts';

const run = { origin: 'chat', status: 'completed', stopReason: 'final', isScripted: false } as const;

it.each<[why: string, changed: Partial<Parameters<typeof wantsFollowUps>[0]>, expected: boolean]>([
  ['an answer in the chat', {}, true],
  ['an answer of a schedule', { origin: 'schedule' }, false],
  ['a cancelled answer', { status: 'cancelled', stopReason: 'aborted' }, false],
  ['an answer that reached a limit', { stopReason: 'max_iterations' }, false],
  ['an answer of a scripted model', { isScripted: true }, false],
])('wantsFollowUps decides for %s: %o', (_, changed, expected) => {
  expect(wantsFollowUps({ ...run, ...changed })).toBe(expected);
});
