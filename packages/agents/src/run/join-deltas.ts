import type { RunEvent } from '@shipmate/domain';

/** What streams: many small texts, which are stored together. */
type DeltaEvent = Extract<RunEvent, { readonly deltas: readonly string[] }>;

/** Whether an event is one of many that follow one another closely. */
export function hasDeltas(event: RunEvent): event is DeltaEvent {
  return 'deltas' in event;
}

/** One event of two neighbours of the same kind, turn and call, which keeps their deltas apart; `undefined` for any others. */
export function joinDeltas(one: RunEvent, next: RunEvent): RunEvent | undefined {
  if (!hasDeltas(one) || !hasDeltas(next) || !isSame(one, next)) return undefined;
  return { ...one, deltas: [...one.deltas, ...next.deltas] };
}

function isSame(one: DeltaEvent, other: DeltaEvent): boolean {
  return one.type === other.type && one.turn === other.turn && callOf(one) === callOf(other);
}

function callOf(event: DeltaEvent): string | undefined {
  return event.type === 'tool_output' ? event.toolCallId : undefined;
}
