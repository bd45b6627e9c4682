import type { RunEvent } from '@shipmate/domain';

/** What streams: many small texts, which are stored together. */
type DeltaEvent = Extract<RunEvent, { readonly deltas: readonly string[] }>;

/** Whether an event is one of many that follow one another closely. */
export function hasDeltas(event: RunEvent): event is DeltaEvent {
  return 'deltas' in event;
}

/** Puts neighbouring deltas of one kind, turn and call into one event that keeps them apart. */
export function coalesceDeltas(events: readonly RunEvent[]): readonly RunEvent[] {
  const coalesced: RunEvent[] = [];
  let collecting: { readonly of: DeltaEvent; readonly deltas: string[] } | undefined;
  for (const event of events) {
    if (!hasDeltas(event)) {
      coalesced.push(event);
      collecting = undefined;
    } else if (collecting && isSame(collecting.of, event)) {
      collecting.deltas.push(...event.deltas);
    } else {
      const deltas = [...event.deltas];
      collecting = { of: event, deltas };
      coalesced.push({ ...event, deltas });
    }
  }
  return coalesced;
}

function isSame(one: DeltaEvent, other: DeltaEvent): boolean {
  return one.type === other.type && one.turn === other.turn && callOf(one) === callOf(other);
}

function callOf(event: DeltaEvent): string | undefined {
  return event.type === 'tool_output' ? event.toolCallId : undefined;
}
