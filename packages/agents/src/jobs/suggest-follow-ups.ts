import {
  createToolExecutionContext,
  fenceText,
  type Logger,
  type Principal,
  textOf,
  untrustedRule,
} from '@shipmate/core';
import { type Exchange, toExchanges } from '@shipmate/domain/conversation';
import type { JobPayloads } from '@shipmate/domain/job';
import { z } from 'zod';
import { consultModel } from '../flows/consult-model.ts';
import type { FlowPorts } from '../flows/flow.ts';
import { toOneLine } from '../prompts/to-one-line.ts';

/** Options for {@link suggestFollowUps}. */
export interface SuggestFollowUpsOptions extends Pick<FlowPorts, 'models' | 'unitOfWork'> {
  readonly logger: Logger;
}

const maxFollowUps = 3;
const maxRequestLength = 80;

/**
 * Lets a model suggest follow-up requests to an answer and stores them with the answer's run. Does nothing when they
 * are stored already, a later question exists, or the conversation was deleted.
 *
 * @throws AppError when the model or the database fails, and when a spend limit is exhausted; nothing is stored then.
 */
export async function suggestFollowUps(
  { models, unitOfWork, logger }: SuggestFollowUpsOptions,
  job: JobPayloads['suggest_follow_ups'],
  signal: AbortSignal,
): Promise<void> {
  const { conversationId, runId } = job;
  const principal: Principal = { userId: job.userId, organizationId: job.organizationId, via: 'job' };
  const { conversations, runs } = unitOfWork.stores;
  if (!(await conversations.find(principal, conversationId))) return;
  const exchanges = toExchanges(
    await runs.listForConversation(principal, conversationId),
    await conversations.listMessages(principal, conversationId),
  );
  const last = exchanges.at(-1);
  if (last?.run?.id !== runId || last.run.followUps !== null) return;
  const { answer } = await consultModel(
    { models, unitOfWork, tools: [] },
    {
      operation: 'follow_ups',
      systemPrompt: followUpsInstructions,
      question: followUpsPrompt(toWords(last)),
      output: () => followUpsSchema,
      model: last.run.model,
      maxIterations: 2,
      context: { ...createToolExecutionContext({ principal, runId, conversationId, logger }), signal },
    },
  );
  const lines = answer.requests.map((request) => toOneLine(request, maxRequestLength)).filter((line) => line !== '');
  await runs.keepFollowUps(principal, runId, [...new Set(lines)].slice(0, maxFollowUps));
}

function toWords({ question, answer }: Exchange): { readonly question: string; readonly answer: string } {
  const said = answer.filter(({ message }) => message.role === 'assistant').map(({ message }) => textOf(message));
  return { question: textOf(question.message), answer: said.join('\n') };
}

/** Maximum length of the question and of the answer that follow-ups are made from, in characters. */
const maxWords = 6_000;

export const followUpsInstructions = `You suggest what a user may want to ask an agent for next. ${untrustedRule}`;

/** Builds the prompt for follow-up requests after an answer. */
export function followUpsPrompt({ question, answer }: { readonly question: string; readonly answer: string }): string {
  return `Suggest up to three requests that the user is likely to make next: each of at most 60 characters, as the user would type it, in the language of the question, about what was said in the answer, and nothing that was asked for already. Suggest none where nothing follows.

${fenceText(question.slice(-maxWords), { source: 'question' })}

${fenceText(answer.slice(-maxWords), { source: 'answer' })}`;
}

/** The model's answer to {@link followUpsPrompt}. */
const followUpsSchema = z.object({ requests: z.array(z.string()) });
