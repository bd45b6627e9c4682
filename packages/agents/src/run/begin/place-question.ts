import { AppError, textOf, userMessage, type Message } from '@shipmate/core';
import type { Exchange, StoredMessage } from '@shipmate/domain/conversation';
import { toStorable } from '../log/to-storable.ts';

/** A question, and the message that it repeats or replaces. */
export interface AskedQuestion {
  /** The person's message; null to answer the last question again. */
  readonly message: string | null;
  /** The client's id of the message. The same text with the same id is answered again; another text replaces it. */
  readonly messageId?: string;
  /**
   * The id of an earlier question that the message replaces: messages from that question onwards are voided. An id that
   * was never stored replaces nothing.
   */
  readonly replacesId?: string;
}

/** A question and its position in a conversation. */
export interface PlacedQuestion {
  readonly question: Message;
  /** The earlier exchanges that the model receives. */
  readonly earlier: readonly Exchange[];
  readonly isStored: boolean;
  readonly replacesId: string | null;
  /** Messages from this position onwards are voided. */
  readonly voidFrom: number | null;
}

function isNamed({ id, clientId }: StoredMessage, name: string | undefined): boolean {
  return name !== undefined && (id === name || clientId === name);
}

/** A question that was replaced under its own id has the id twice: the newer one counts. */
function findNamed(messages: readonly StoredMessage[], name: string | undefined): StoredMessage | undefined {
  return messages.findLast((stored) => stored.message.role === 'user' && isNamed(stored, name));
}

function isSame(stored: StoredMessage, asked: { readonly messageId: string | undefined; readonly message: string }) {
  return isNamed(stored, asked.messageId) && textOf(stored.message) === textOf(toStorable(userMessage(asked.message)));
}

/**
 * Finds the position of a question among the exchanges that are not replaced.
 *
 * @throws AppError `NOT_FOUND` when there is no question to answer again, `CONFLICT` when the question to replace has
 * been replaced already.
 */
export function placeQuestion(
  exchanges: readonly Exchange[],
  messages: readonly StoredMessage[],
  { message, messageId, replacesId }: AskedQuestion,
): PlacedQuestion {
  const last = exchanges.at(-1)?.question;
  if (last && (message === null || isSame(last, { messageId, message }))) {
    const earlier = exchanges.slice(0, -1);
    return { question: last.message, earlier, isStored: true, replacesId: null, voidFrom: last.position + 1 };
  }
  if (message === null)
    throw new AppError({ code: 'NOT_FOUND', message: 'The question to answer again was not found.' });
  const question = toStorable(userMessage(message));
  const replaced = findNamed(messages, replacesId) ?? findNamed(messages, messageId);
  if (!replaced) return { question, earlier: exchanges, isStored: false, replacesId: null, voidFrom: null };
  const place = exchanges.findIndex((exchange) => exchange.question.id === replaced.id);
  if (place === -1) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'The question that you edited was replaced meanwhile. Reload the page to see the current conversation.',
    });
  }
  const earlier = exchanges.slice(0, place);
  return { question, earlier, isStored: false, replacesId: replaced.id, voidFrom: replaced.position };
}
