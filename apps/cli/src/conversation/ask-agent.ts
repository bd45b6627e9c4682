import type { Connection } from '../connection/connection.ts';
import { requestOk } from '../connection/request-json.ts';

/** A question to an agent. */
export interface AgentQuestion {
  readonly message: string;
  /** The agent; by default that of the conversation, else `chart` with a workspace and `plain` without one. */
  readonly contextType?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly model?: string | undefined;
  /** The conversation to continue; by default a new one. */
  readonly conversationId?: string | undefined;
}

/** Asks an agent and returns the response with the stream of its answer. */
export function askAgent({ web }: Connection, question: AgentQuestion): Promise<Response> {
  const { message, contextType, workspaceId, model, conversationId } = question;
  const messages = [{ role: 'user', parts: [{ type: 'text', text: message }] }];
  return requestOk(web, { path: '/api/chat', body: { id: conversationId, messages, contextType, workspaceId, model } });
}

/** Returns the response with the stream of the answer that a conversation waits for; `undefined` without one. */
export async function openAnswer({ web }: Connection, conversationId: string): Promise<Response | undefined> {
  const response = await requestOk(web, { path: `/api/chat/${encodeURIComponent(conversationId)}/stream` });
  return response.status === 204 ? undefined : response;
}
