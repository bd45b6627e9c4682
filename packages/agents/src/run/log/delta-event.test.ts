import type { RunEvent } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { areAlike, type DeltaEvent, hasDeltas } from './delta-event.ts';

const content = (turn: number, ...deltas: string[]): DeltaEvent => ({ type: 'content', turn, deltas });
const thinking = (turn: number, ...deltas: string[]): DeltaEvent => ({ type: 'thinking', turn, deltas });
const said = (toolCallId: string, ...deltas: string[]): DeltaEvent => ({
  type: 'tool_output',
  turn: 1,
  toolCallId,
  name: 'run_operation',
  deltas,
});
const started = (turn: number): RunEvent => ({ type: 'turn_started', turn, model: 'm' });

it('areAlike returns true when events have the same kind, turn and call', () => {
  expect(areAlike(content(0, 'c'), content(0, 'd', 'e'))).toBe(true);
  expect(areAlike(thinking(0, 'a'), thinking(0, ''))).toBe(true);
  expect(areAlike(said('a', 'h'), said('a', 'i'))).toBe(true);
});

it.each([
  ['of two turns', content(0, 'a'), content(1, 'b')],
  ['of two kinds', content(0, 'a'), thinking(0, 'b')],
  ['of two calls', said('a', 'h'), said('b', 'i')],
])('areAlike returns false when events are %s', (_case, one, other) => {
  expect(areAlike(one, other)).toBe(false);
});

it('hasDeltas returns true only for events with deltas', () => {
  expect([hasDeltas(content(0, 'a')), hasDeltas(started(1))]).toEqual([true, false]);
});
