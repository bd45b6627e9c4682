import { AppError } from '@shipmate/core';
import type { z } from 'zod';
import { agentChatEventSchemas, type AgentChatEvent, type AgentChatEventName } from '../agent-chat/agent-chat-event.ts';
import { fromErrorEnvelope } from '../error/error-envelope.ts';
import { runHeader } from '../http/header-names.ts';
import { readServerSentEvents } from './sse-reader.ts';

/** An event with its run and id, which are sufficient for `follow`. */
export type AgentChatStreamEvent = AgentChatEvent & { readonly id: string; readonly runId: string };

/** A response that is a stream of events. */
export interface AgentChatConnection {
  readonly runId: string;
  /**
   * Yields the events; throws the connection's errors, and `EXTERNAL_API_ERROR` for an event that violates the
   * protocol.
   */
  events(onRetry: (ms: number) => void): AsyncGenerator<AgentChatStreamEvent, void>;
}

/**
 * Converts a response to a stream; `undefined` when there is nothing more to read. @throws AppError the server's own.
 */
export async function toConnection(response: Response, knownRunId?: string): Promise<AgentChatConnection | undefined> {
  const { body, headers, status } = response;
  if (status === 204) return undefined;
  if (!response.ok) throw await toServerError(response);
  const runId = headers.get(runHeader) ?? knownRunId;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || !body || runId === undefined) {
    await body?.cancel();
    throw unreadable('The server did not answer with the events of a run.');
  }
  return {
    runId,
    async *events(onRetry) {
      for await (const { event, data, lastEventId } of readServerSentEvents(body, { onRetry })) {
        if (isKnown(event)) yield { ...parseEvent(event, data), id: lastEventId, runId };
      }
    },
  };
}

/**
 * Reads a complete response. @throws AppError the server's own, `EXTERNAL_API_ERROR` when the body does not match the
 * schema.
 */
export async function toBody<Schema extends z.ZodType>(response: Response, schema: Schema): Promise<z.output<Schema>> {
  if (!response.ok) throw await toServerError(response);
  const parsed = schema.safeParse(parseJson(await response.text()));
  if (!parsed.success) throw unreadable('The server sent an invalid response.', parsed.error);
  return parsed.data;
}

/** Reads the server's error from a failed response. */
export async function toServerError(response: Response): Promise<AppError> {
  const text = await response.text();
  return fromErrorEnvelope(parseJson(text), response.status);
}

/** A later version of the server may send unknown events. */
function isKnown(name: string): name is AgentChatEventName {
  return Object.hasOwn(agentChatEventSchemas, name);
}

function parseEvent(event: AgentChatEventName, text: string): AgentChatEvent {
  const parsed = agentChatEventSchemas[event].safeParse(parseJson(text));
  if (!parsed.success) throw unreadable(`The server sent an invalid ${event}.`, parsed.error);
  return { event, data: parsed.data } as AgentChatEvent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError({ code: 'EXTERNAL_API_ERROR', message, cause });
}
