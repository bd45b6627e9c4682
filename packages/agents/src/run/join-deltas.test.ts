import type { RunEvent } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { joinDeltas } from './join-deltas.ts';

const content = (turn: number, ...deltas: string[]): RunEvent => ({ type: 'content', turn, deltas });
const thinking = (turn: number, ...deltas: string[]): RunEvent => ({ type: 'thinking', turn, deltas });
const said = (toolCallId: string, ...deltas: string[]): RunEvent => ({
  type: 'tool_output',
  turn: 1,
  toolCallId,
  name: 'run_operation',
  deltas,
});
const started = (turn: number): RunEvent => ({ type: 'turn_started', turn, model: 'm' });

it('joins neighbours of one kind, turn and call, and keeps their deltas apart', () => {
  expect(joinDeltas(content(0, 'c'), content(0, 'd', 'e'))).toEqual(content(0, 'c', 'd', 'e'));
  expect(joinDeltas(thinking(0, 'a'), thinking(0, ''))).toEqual(thinking(0, 'a', ''));
  expect(joinDeltas(said('a', 'h'), said('a', 'i'))).toEqual(said('a', 'h', 'i'));
});

it.each([
  ['of two turns', content(0, 'a'), content(1, 'b')],
  ['of two kinds', content(0, 'a'), thinking(0, 'b')],
  ['of two calls', said('a', 'h'), said('b', 'i')],
  ['ahead of an event without deltas', content(0, 'a'), started(1)],
  ['after one', started(0), content(0, 'a')],
])('leaves deltas alone %s', (_case, one, next) => {
  expect(joinDeltas(one, next)).toBeUndefined();
});
