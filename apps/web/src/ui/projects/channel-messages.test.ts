import { expect, it } from 'vitest';
import { describeSender } from './channel-messages.tsx';

it.each([
  ['Ada', null, 'Ada'],
  [null, null, 'Deleted user'],
  ['Ada', '0199', 'Agent, for Ada'],
  [null, '0199', 'Agent, for a deleted user'],
] as const)('describeSender describes the user %s and the run %s as "%s"', (userName, runId, words) => {
  expect(describeSender({ userName, runId })).toBe(words);
});
