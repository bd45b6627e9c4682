import type { Message } from '@shipmate/core';
import type { ConversationRun } from '../run/run.ts';
import type { StoredMessage } from './conversation.ts';

/** A question and its answer. */
export interface Exchange {
  readonly question: StoredMessage;
  /** The newest run for the question; absent if it is not among the given ones. */
  readonly run: ConversationRun | undefined;
  /** Messages of that run. */
  readonly answer: readonly StoredMessage[];
}

/**
 * Groups a conversation into questions and answers, from its runs, oldest first, and its messages, by
 * position. A run without a question of its own is a retry of the one before it; answers of earlier runs stay
 * stored and no longer count. A question that replaces another takes its place, and all messages after that
 * one are left out.
 */
export function toExchanges(runs: readonly ConversationRun[], messages: readonly StoredMessage[]): readonly Exchange[] {
  const questions = messages.filter(({ message }) => message.role === 'user');
  const answers = Map.groupBy(
    messages.filter(({ message }) => message.role !== 'user'),
    ({ runId, position }) => runId ?? questions.findLast((question) => question.position < position)?.id,
  );
  const asking = new Set(questions.map(({ runId }) => runId));
  const standing: Exchange[] = [];
  for (const question of questions) {
    const replaced = standing.findIndex((exchange) => exchange.question.id === question.replacesId);
    if (replaced !== -1) standing.length = replaced;
    const first = runs.findIndex(({ id }) => id === question.runId);
    const next = runs.findIndex(({ id }, index) => index > first && asking.has(id));
    const run = first === -1 ? undefined : runs.at(next === -1 ? -1 : next - 1);
    standing.push({ question, run, answer: answers.get(run?.id ?? question.runId ?? question.id) ?? [] });
  }
  return standing;
}

/** Returns a conversation up to the answer of one of its runs; the last exchange is that run's own. */
export function toExchangesUntil(
  runId: string,
  runs: readonly ConversationRun[],
  messages: readonly StoredMessage[],
): readonly Exchange[] {
  const untilThen = runs.slice(0, runs.findIndex(({ id }) => id === runId) + 1);
  const known = new Set<string | null>([null, ...untilThen.map(({ id }) => id)]);
  return toExchanges(
    untilThen,
    messages.filter((message) => known.has(message.runId)),
  );
}

/** Converts exchanges to the history for a model. */
export function toHistory(exchanges: readonly Exchange[]): readonly Message[] {
  return exchanges.flatMap(({ question, answer }) => [question, ...answer]).map(({ message }) => message);
}
