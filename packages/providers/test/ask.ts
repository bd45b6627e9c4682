import { userMessage, type ChatModel, type ModelEvent, type ModelRequest } from '@shipmate/core';

/** Sends a request to a model and collects all events. */
export async function ask(
  model: ChatModel,
  request: Partial<ModelRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream({ messages: [userMessage('Hello')], ...request }, signal)) events.push(event);
  return events;
}

/** Returns the completed answer of the events. */
export function completed(events: readonly ModelEvent[]): Extract<ModelEvent, { type: 'message_complete' }> {
  const last = events.at(-1);
  if (last?.type === 'message_complete') return last;
  throw new Error('The answer did not complete.', { cause: last });
}

/** Returns the failure of the events. */
export function failed(events: readonly ModelEvent[]): Extract<ModelEvent, { type: 'error' }> {
  const last = events.at(-1);
  if (last?.type === 'error') return last;
  throw new Error('The answer did not fail.', { cause: last });
}
