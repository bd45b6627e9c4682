import type { RunEvent } from '@shipmate/domain/run';

/** A streamed event: many small texts that are stored together. */
export type DeltaEvent = Extract<RunEvent, { readonly deltas: readonly string[] }>;

/** Returns true for an event with deltas. */
export function hasDeltas(event: RunEvent): event is DeltaEvent {
  return 'deltas' in event;
}

/** Returns true when two events have the same kind, turn and call, so that one event can hold the deltas of both. */
export function areAlike(one: DeltaEvent, other: DeltaEvent): boolean {
  return one.type === other.type && one.turn === other.turn && callOf(one) === callOf(other);
}

function callOf(event: DeltaEvent): string | undefined {
  return event.type === 'tool_output' ? event.toolCallId : undefined;
}
