import {
  AppError,
  type ChatModel,
  createProvider,
  fenceText,
  type Message,
  type Principal,
  textOf,
  untrustedRule,
} from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toExchanges, toHistory } from '@shipmate/domain/conversation';
import type { JobPayloads } from '@shipmate/domain/job';
import { costOf } from '@shipmate/providers';
import { observeLoop } from '@shipmate/runtime';
import { describeChartContext, toChartContext } from '@shipmate/tools/chart';
import { toOneLine } from '../prompts/to-one-line.ts';

/** Options for {@link describeConversation}. */
export interface DescribeConversationOptions {
  readonly unitOfWork: UnitOfWork;
  readonly models: { get(id?: string): ChatModel };
}

const maxTitle = 60;
const maxSummary = 600;

/**
 * Sets the title of a conversation and the summary of its workspace. Does nothing when the conversation has a title or
 * was deleted, so the job is idempotent.
 *
 * @throws AppError when the model or the database fails; nothing is stored then.
 */
export async function describeConversation(
  { unitOfWork, models }: DescribeConversationOptions,
  job: JobPayloads['describe_conversation'],
  signal: AbortSignal,
): Promise<void> {
  const { conversationId } = job;
  const principal: Principal = { userId: job.userId, organizationId: job.organizationId, via: 'job' };
  const { conversations, runs, workspaces, spend } = unitOfWork.stores;
  const conversation = await conversations.find(principal, conversationId);
  if (!conversation || conversation.title !== null) return;
  const exchanges = toExchanges(
    await runs.listForConversation(principal, conversationId),
    await conversations.listMessages(principal, conversationId),
  );
  const { workspaceId } = conversation;
  const detail = workspaceId === null ? undefined : await workspaces.getDetail(principal, workspaceId);

  const model = models.get(job.model);
  const { onEvent } = observeLoop({ agentName: 'describe_conversation', conversationId, costOf });
  const provider = createProvider(model, { signal, onEvent });
  const exchange = firstExchange(toHistory(exchanges));
  const title = await ask('conversation_title', titlePrompt(exchange));
  const summary = detail && (await ask('chart_summary', summaryPrompt(describeChartContext(toChartContext(detail)))));

  await unitOfWork.transaction(async (stores) => {
    const current = await stores.conversations.find(principal, conversationId);
    if (!current || current.title !== null) return;
    const line = toOneLine(title, maxTitle) || toOneLine(exchange.question, maxTitle) || 'Conversation';
    await stores.conversations.setTitle(principal, conversationId, line);
    const text = toOneLine(summary ?? '', maxSummary);
    if (workspaceId !== null && text !== '') await stores.workspaces.setSummary(principal, workspaceId, text);
  });

  async function ask(operation: string, prompt: string): Promise<string> {
    const { content, stopReason, usage } = await provider.sendMessage(prompt, operation);
    await spend.count(principal, { ...usage, model: model.id, costUsd: costOf(model.id, usage) ?? null });
    // The answer of an aborted model is incomplete.
    if (stopReason === 'aborted') throw new AppError({ code: 'ABORTED', message: 'The description was stopped.' });
    return content;
  }
}

function firstExchange(messages: readonly Message[]): { readonly question: string; readonly answer: string } {
  const question = messages.find(({ role }) => role === 'user');
  const answer = messages
    .filter(({ role }) => role === 'assistant')
    .map(textOf)
    .join('\n');
  return { question: question ? textOf(question) : '', answer };
}

/** Maximum length of each text that a title is made from, in characters. */
const maxWords = 4_000;
const maxWorkspace = 12_000;

/** Builds the prompt for the title of a conversation. The conversation is fenced. */
export function titlePrompt({ question, answer }: { readonly question: string; readonly answer: string }): string {
  return `Give this conversation a title of at most 60 characters that says what was asked for, in the language of the question. Answer with the title alone: no quotes, no full stop. ${untrustedRule}

${fenceText(question.slice(0, maxWords), { source: 'question' })}

${fenceText(answer.slice(0, maxWords), { source: 'answer' })}`;
}

/** Builds the prompt for a summary of a workspace's charts. */
export function summaryPrompt(chartContext: string): string {
  return `Say in one paragraph of at most three sentences what the charts of this workspace deploy and what they depend on. Answer with the paragraph alone, without a heading. ${untrustedRule}

${fenceText(chartContext.slice(0, maxWorkspace), { source: 'workspace' })}`;
}
