import { AppError } from '@shipmate/core';
import { allConversationsResponseSchema } from '@shipmate/protocol/web/conversations';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import type { Terminal } from '../terminal.ts';

/** Returns the id of the newest conversation. @throws AppError `NOT_FOUND` without one */
export async function findNewestConversation({ web }: Connection): Promise<string> {
  const path = '/api/conversations?limit=1';
  const { conversations } = await requestJson(web, { path, response: allConversationsResponseSchema });
  const [newest] = conversations;
  if (newest) return newest.id;
  throw new AppError({ code: 'NOT_FOUND', message: 'No conversation to resume. Start one with "shipmate chat".' });
}

const messagesSchema = z.object({
  title: z.string().nullable(),
  activeRunId: z.string().nullable(),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      parts: z.array(z.object({ type: z.string(), text: z.string().optional() })),
    }),
  ),
});

/** Number of exchanges that a resumed conversation shows. */
const shownExchanges = 3;

/** Prints the end of a conversation. Returns true while an answer is being written. */
export async function showConversation(connection: Connection, id: string, terminal: Terminal): Promise<boolean> {
  const path = `/api/conversations/${encodeURIComponent(id)}/messages?limit=${shownExchanges}`;
  const { title, activeRunId, messages } = await requestJson(connection.web, { path, response: messagesSchema });
  terminal.warn(title ?? 'Conversation', 'bold');
  for (const { role, parts } of messages) {
    const text = parts.map((part) => part.text ?? '').join('');
    terminal.warn(role === 'user' ? `> ${text}` : text, role === 'user' ? 'cyan' : 'dim');
  }
  return activeRunId !== null;
}
