import type { RunSummary } from '@shipmate/protocol/web/runs';
import { expect, test } from 'vitest';
import { beginSeeing, changedRuns, seeConversation, unreadConversations } from './run-activity.ts';

function run(id: string, conversationId: string, status: RunSummary['status'] = 'completed'): RunSummary {
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled';
  return { id, conversationId, status, endedAt: isOver ? '2026-01-01T00:00:00Z' : null } as RunSummary;
}

test('unreadConversations lists a conversation from its answer until it was on screen, and again from the next answer', () => {
  const first = [run('1', 'a')];
  let seen = beginSeeing(first);
  expect([...unreadConversations(first, seen)]).toEqual([]);
  const second = [run('3', 'b', 'running'), run('2', 'b'), ...first];
  expect([...unreadConversations(second, seen)]).toEqual(['b']);
  seen = seeConversation(seen, second, 'b');
  expect([...unreadConversations(second, seen)]).toEqual([]);
  const third = [run('4', 'a', 'failed'), run('3', 'b'), run('2', 'b')];
  expect([...unreadConversations(third, seen)]).toEqual(['a', 'b']);
});

test('unreadConversations omits active runs and runs that the person stopped', () => {
  const seen = beginSeeing([]);
  const runs = [run('3', 'c', 'waiting'), run('2', 'b', 'running'), run('1', 'a', 'cancelled')];
  expect([...unreadConversations(runs, seen)]).toEqual([]);
  expect(seeConversation(seen, runs, 'a')).toBe(seen);
});

test('seeConversation drops conversations without a listed run', () => {
  const seen = { since: '0', byConversation: { gone: '1', a: '2' } };
  expect(seeConversation(seen, [run('5', 'b'), run('2', 'a')], 'b').byConversation).toEqual({ a: '2', b: '5' });
});

test.each([
  { name: 'ended', before: 'running', now: 'completed', reported: ['1'] },
  { name: 'failed', before: 'waiting', now: 'failed', reported: ['1'] },
  { name: 'came to wait', before: 'running', now: 'waiting', reported: ['1'] },
  { name: 'still waits', before: 'waiting', now: 'waiting', reported: [] },
  { name: 'was stopped', before: 'running', now: 'cancelled', reported: [] },
  { name: 'had ended before', before: 'completed', now: 'completed', reported: [] },
] as const)('changedRuns for a run that $name returns $reported', ({ before, now, reported }) => {
  expect(changedRuns([run('1', 'a', before)], [run('1', 'a', now)]).map(({ id }) => id)).toEqual(reported);
});

test.each([
  ['its first call', undefined, []],
  ['a call without runs', [], ['3', '2', '1']],
  ['a call with a later run', [run('2', 'a')], ['3']],
])('changedRuns reports runs that it never saw active after %s', (_name, before, reported) => {
  const now = [run('3', 'a'), run('2', 'a'), run('1', 'a')];
  expect(changedRuns(before, now).map(({ id }) => id)).toEqual(reported);
});
