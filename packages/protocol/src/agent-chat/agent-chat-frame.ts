import type { AgentChatEvent } from './agent-chat-event.ts';
import { toEventId, type AgentChatEventId } from './event-id.ts';

/** An encoded event. */
export interface AgentChatFrame extends AgentChatEventId {
  readonly text: string;
}

/** Encodes an event as a server-sent event. */
export function toAgentChatFrame(
  place: AgentChatEventId,
  { event, data }: AgentChatEvent,
  prefix = '',
): AgentChatFrame {
  return { ...place, text: `${prefix}id: ${toEventId(place)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n` };
}
