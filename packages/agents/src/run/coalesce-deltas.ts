import type { RunEvent } from '@shipmate/domain';

/** Puts neighbouring deltas of one kind and turn into one event that keeps them apart. */
export function coalesceDeltas(events: readonly RunEvent[]): readonly RunEvent[] {
  const coalesced: RunEvent[] = [];
  let collecting:
    | { readonly of: Extract<RunEvent, { type: 'content' | 'thinking' }>; readonly deltas: string[] }
    | undefined;
  for (const event of events) {
    if (event.type !== 'content' && event.type !== 'thinking') {
      coalesced.push(event);
      collecting = undefined;
    } else if (collecting?.of.type === event.type && collecting.of.turn === event.turn) {
      collecting.deltas.push(...event.deltas);
    } else {
      const deltas = [...event.deltas];
      collecting = { of: event, deltas };
      coalesced.push({ ...event, deltas });
    }
  }
  return coalesced;
}
