import type { RunEvent } from '@shipmate/domain';

/** What streams: many small texts, which are stored together. */
export type DeltaEvent = Extract<RunEvent, { readonly deltas: readonly string[] }>;

/** Whether an event is one of many that follow one another closely. */
export function hasDeltas(event: RunEvent): event is DeltaEvent {
  return 'deltas' in event;
}

/** Whether two events are of the same kind, turn and call, so that one event can have the deltas of both. */
export function areAlike(one: DeltaEvent, other: DeltaEvent): boolean {
  return one.type === other.type && one.turn === other.turn && callOf(one) === callOf(other);
}

function callOf(event: DeltaEvent): string | undefined {
  return event.type === 'tool_output' ? event.toolCallId : undefined;
}
