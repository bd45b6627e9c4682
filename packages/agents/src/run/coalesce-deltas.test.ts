import type { RunEvent } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { coalesceDeltas } from './coalesce-deltas.ts';

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

it('joins neighbouring deltas of one kind, turn and call, keeps them apart, and changes no order', () => {
  const events = [
    started(0),
    thinking(0, 'a'),
    thinking(0, 'b'),
    content(0, 'c'),
    content(0, 'd', 'e'),
    started(1),
    content(1, 'f'),
    said('a', 'h'),
    said('a', 'i'),
    said('b', 'j'),
    content(2, 'g'),
  ];
  const before = structuredClone(events);
  expect(coalesceDeltas(events)).toEqual([
    started(0),
    thinking(0, 'a', 'b'),
    content(0, 'c', 'd', 'e'),
    started(1),
    content(1, 'f'),
    said('a', 'h', 'i'),
    said('b', 'j'),
    content(2, 'g'),
  ]);
  expect(events).toEqual(before);
});
