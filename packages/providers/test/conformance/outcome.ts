import { toolCallsOf, type AgenticResult } from '@shipmate/core';
import { expect } from 'vitest';
import type { Body, LoopOutcome } from './quirk.ts';

/** Expects that the next message answers every call in order, and that every call has a unique id. */
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

/** Returns the messages of a request in any format. */
export function messagesOf(body: Body | undefined): readonly Body[] {
  return (body?.['messages'] ?? body?.['input'] ?? body?.['contents'] ?? []) as readonly Body[];
}

/** Returns the reasons and delays of restarted turns, in order. */
export function restartsOf({ events }: Pick<LoopOutcome, 'events'>): readonly (readonly [string, number])[] {
  return events.flatMap((event) => (event.type === 'turn_restarted' ? [[event.reason, event.delayMs] as const] : []));
}
