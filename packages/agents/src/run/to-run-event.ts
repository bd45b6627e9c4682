import type { JsonValue, LoopEvent } from '@shipmate/core';
import type { RunEvent } from '@shipmate/domain';

/** What a loop said, as the log keeps it. The end of the loop is not the end of the run, which comes with its messages. */
export function toRunEvent(event: LoopEvent): RunEvent | undefined {
  const { turn } = 'turn' in event ? event : { turn: 0 };
  switch (event.type) {
    case 'turn_start':
      return { type: 'turn_started', turn, model: event.model };
    case 'turn_restarted':
      return { type: 'turn_restarted', turn, model: event.model };
    case 'content_delta':
      return { type: 'content', turn, deltas: [event.text] };
    case 'thinking_delta':
      return { type: 'thinking', turn, deltas: [event.text] };
    case 'tool_call_start':
      return { type: 'tool_call_started', turn, toolCallId: event.id, name: event.name };
    case 'turn_end':
      return { type: 'turn_ended', turn, usage: event.usage };
    case 'tool_call':
      return { type: 'tool_call', turn, toolCallId: event.id, name: event.name, input: event.input as JsonValue };
    case 'tool_result': {
      const { name, output, isError, durationMs, clientEvents } = event;
      return { type: 'tool_result', turn, toolCallId: event.id, name, output, isError, durationMs, clientEvents };
    }
    case 'approval_required':
    case 'context_compacted':
    case 'loop_end':
      return undefined;
  }
}

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
