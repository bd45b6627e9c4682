import type { AssistantMessage, Message } from '../message/message.ts';

type AssistantPart = AssistantMessage['content'][number];

/** Removes the model's reasoning from a history. An answer of reasoning alone is removed. */
export function dropReasoning(messages: readonly Message[]): readonly Message[] {
  return mapAnswers(messages, (part) => (part.type === 'reasoning' ? undefined : part));
}

/**
 * Prepares a history for one provider. Reasoning and metadata of other providers (signatures, item ids) are removed, because a
 * provider ignores or refuses them. Its own stay as they are.
 */
export function forProvider(messages: readonly Message[], provider: string): readonly Message[] {
  return mapAnswers(messages, (part) => {
    if (part.metadata !== undefined && provider in part.metadata) return part;
    if (part.type === 'reasoning') return undefined;
    if (part.metadata === undefined) return part;
    const { metadata: _, ...plain } = part;
    return plain;
  });
}

/** Maps the parts of the model's answers. Messages without a change stay the same objects. */
function mapAnswers(
  messages: readonly Message[],
  change: (part: AssistantPart) => AssistantPart | undefined,
): readonly Message[] {
  return messages.flatMap((message): Message[] => {
    if (message.role !== 'assistant') return [message];
    const content = message.content.flatMap((part) => change(part) ?? []);
    if (content.length === message.content.length && content.every((part, index) => part === message.content[index])) {
      return [message];
    }
    return content.length === 0 ? [] : [{ role: 'assistant', content }];
  });
}
