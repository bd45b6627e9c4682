import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredRunEvent } from '@shipmate/domain/run';
import { createAgentChatEncoder } from '@shipmate/protocol/agent-chat';
import { createUiMessageEncoder, toUiMessageEvent } from '@shipmate/protocol/stream';
import { createAgentChatClient, type AgentChatStreamEvent } from '@shipmate/protocol/client';
import type { Person } from './fault-setup.ts';

/** A stream that is being read. */
export interface Reading {
  /** The complete stream, without comments. */
  readonly text: Promise<string>;
}

/** Opens the stream of `/api/chat`, as a page does, and reads it to its end. */
export async function openUiStream(url: string, conversationId: string, { headers }: Person): Promise<Reading> {
  const response = await fetch(`${url}/api/chat/${conversationId}/stream`, { headers });
  if (response.status !== 200) throw new Error(`The stream answered ${response.status}.`);
  return { text: response.text().then(withoutComments) };
}

/**
 * Reads a run over the Agent Chat Protocol as a program does that reconnects to the next server after a lost connection, with the id
 * of its last event.
 */
export async function readAgentChat(urls: readonly string[], runId: string, { token }: Person): Promise<string> {
  let connections = 0;
  const client = createAgentChatClient({
    baseUrl: 'http://whichever',
    token,
    maxReconnects: Infinity,
    wait: (ms) => sleep(Math.min(ms, 100)),
    fetch(input, init) {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetch(new URL(pathname + search, urls[connections++ % urls.length]), init);
    },
  });
  let text = '';
  for await (const event of client.follow(runId, { extensions: true })) text += eventToText(event);
  return text;
}

/** Formats an event as it was received. */
export function eventToText({ id, event, data }: AgentChatStreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the stream that every reader of `/api/chat` must receive for a run; the id of its conversation follows the first event. */
export function toUiStream(events: readonly StoredRunEvent[], conversationId: string): string {
  const encoder = createUiMessageEncoder({ messageId: events[0]?.runId ?? '', costOf: () => undefined });
  const conversation = toUiMessageEvent({ type: 'data-conversation', data: { id: conversationId }, transient: true });
  return events.map(({ event }) => encoder.encode(event) + (event.type === 'run_started' ? conversation : '')).join('');
}

/** Returns the stream that every program must receive for a run. */
export function toAgentChatStream(events: readonly StoredRunEvent[], conversationId: string): string {
  const encoder = createAgentChatEncoder({
    runId: events[0]?.runId ?? '',
    conversationId,
    runUrl: '',
    extensions: true,
  });
  const frames = events.flatMap((stored) => encoder.encode(stored));
  return withoutComments(frames.map(({ text }) => text).join(''));
}

/** Removes deltas that were sent but not stored before a crash: the log has an empty content event in their place. */
export function withoutUnstored(text: string, events: readonly StoredRunEvent[]): string {
  const isVoid = ({ event }: StoredRunEvent): boolean => event.type === 'content' && event.deltas.length === 0;
  const voided = new Set(events.filter(isVoid).map(({ sequence }) => String(sequence)));
  return text.replace(/^id: (\d+)\.\d+\nevent: content_chunk\n.*\n\n/gm, (frame, sequence: string) =>
    voided.has(sequence) ? '' : frame,
  );
}

/** Removes comments and the reconnection time from a stream. */
export function withoutComments(text: string): string {
  return text.replace(/^:.*\n\n/gm, '').replace(/^retry:.*\n/gm, '');
}
