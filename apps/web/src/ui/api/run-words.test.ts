import { expect, test } from 'vitest';
import { describeDuration, describeRunOrigin } from './run-words.ts';

test.each([
  [0, '0.00 s'],
  [412, '0.41 s'],
  [1_240, '1.2 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
  [7_200_000, '2 h'],
])('describeDuration formats %i ms as %s', (ms, words) => {
  expect(describeDuration(ms)).toBe(words);
});

test.each([
  [{ kind: 'answer', workspaceName: 'shop', origin: 'chat' }, 'shop'],
  [{ kind: 'answer', workspaceName: 'shop', origin: 'schedule' }, 'shop · Schedule'],
  [{ kind: 'answer', workspaceName: null, origin: 'agent_chat' }, 'Agent Chat API'],
  [{ kind: 'answer', workspaceName: null, origin: 'chat' }, 'Cluster'],
] as const)('describeRunOrigin of %o returns "%s"', (run, words) => {
  expect(describeRunOrigin(run)).toBe(words);
});
