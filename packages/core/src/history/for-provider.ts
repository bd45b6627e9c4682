import type { AssistantMessage, Message } from '../message/message.ts';

type AssistantPart = AssistantMessage['content'][number];

/** A history without the model's reasoning. An answer that was nothing else is left out. */
export function dropReasoning(messages: readonly Message[]): readonly Message[] {
  return mapAnswers(messages, (part) => (part.type === 'reasoning' ? undefined : part));
}

/**
 * A history as one provider may be sent it: what another provider wants back (signatures, item ids) means nothing to this one
 * or is refused by it, so foreign reasoning is dropped and foreign metadata removed. What is its own stays as it is.
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

/** Changes the parts of the model's answers; what does not change is the same object as before. */
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
