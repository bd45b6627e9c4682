import { toolCallsOf, type AgenticResult } from '@shipmate/core';
import { expect } from 'vitest';
import type { Body, LoopOutcome } from './quirk.ts';

/** Every call is answered, in the order of the calls, by the message after it, and has an id of its own. */
export function expectAnswered({ messages }: Pick<AgenticResult, 'messages'>): void {
  const ids: string[] = [];
  for (const [index, message] of messages.entries()) {
    const calls = message.role === 'assistant' ? toolCallsOf(message) : [];
    if (calls.length === 0) continue;
    const answers = messages[index + 1];
    expect(answers?.role).toBe('tool');
    expect(answers?.content.map((part) => 'id' in part && part.id)).toEqual(calls.map(({ id }) => id));
    ids.push(...calls.map(({ id }) => id));
  }
  expect(new Set(ids).size).toBe(ids.length);
}

/** The messages of a request, whatever its format calls them. */
export function messagesOf(body: Body | undefined): readonly Body[] {
  return (body?.['messages'] ?? body?.['input'] ?? body?.['contents'] ?? []) as readonly Body[];
}

/** Why and after which wait turns were asked for again, in order. */
export function restartsOf({ events }: Pick<LoopOutcome, 'events'>): readonly (readonly [string, number])[] {
  return events.flatMap((event) => (event.type === 'turn_restarted' ? [[event.reason, event.delayMs] as const] : []));
}
