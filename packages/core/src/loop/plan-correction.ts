import { textOf, toolCallsOf, type AssistantMessage } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { Usage } from '../model/usage.ts';
import type { RestartReason } from './loop-event.ts';

/** A model's answer and the request that it answers. */
interface TurnAnswer {
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  readonly usage: Usage;
  readonly request: ModelRequest;
  readonly wrapUp: boolean;
  readonly limits: Pick<ChatModel, 'maxOutputTokens'>;
  /** Name of the finish tool, when the run has one. */
  readonly finishTool: string | undefined;
}

/** A new request in the same turn, because the answer cannot be used. */
export interface Correction {
  readonly reason: RestartReason;
  /** Corrections of this reason in one turn, at most. */
  readonly limit: number;
  /** Message to the model. */
  readonly note?: string;
  /** Message to the reader. */
  readonly notice?: string | undefined;
  readonly request?: Partial<Pick<ModelRequest, 'toolChoice' | 'maxOutputTokens'>>;
}

/** Plans the correction of an answer that is empty, malformed, truncated within a call or of the wrong form. */
export function planCorrection(answer: TurnAnswer): Correction | undefined {
  const { message, finish, wrapUp, finishTool } = answer;
  const hasCalls = toolCallsOf(message).length > 0;
  const hasText = textOf(message).trim() !== '';
  if (finish === 'content_filter') return undefined;
  if (finish === 'length') return hasCalls ? withMoreTokens(answer) : undefined;
  if (hasCalls) return wrapUp && !hasText && finishTool === undefined ? textMissing : undefined;
  if (finish === 'tool_calls') return callMissing;
  if (hasText) return finishTool === undefined ? undefined : finishCallMissing(finishTool);
  return finish === 'other' ? unreadable : answerMissing(answer);
}

const callMissing: Correction = {
  reason: 'empty',
  limit: 1,
  note: 'Your answer announced a tool call but contained none. Make the call, or answer in words.',
};

const unreadable: Correction = {
  reason: 'malformed',
  limit: 2,
  note: 'Your last answer could not be read. Give it again; a tool call takes one JSON object.',
};

const textMissing: Correction = {
  reason: 'empty',
  limit: 1,
  note: 'No more tool calls are possible. Answer in words.',
  request: { toolChoice: 'none' },
};

/** After tool results an empty answer withholds the tools; at the start of a run the model may still call them. */
function answerMissing({ request, finishTool }: TurnAnswer): Correction {
  const note = 'Your last answer was empty. Answer now.';
  const isAfterTools = request.messages.at(-1)?.role === 'tool' && finishTool === undefined;
  return { reason: 'empty', limit: 1, note, ...(isAfterTools && { request: { toolChoice: 'none' } }) };
}

function finishCallMissing(finishTool: string): Correction {
  const note = `Give your final answer by calling ${finishTool}.`;
  return { reason: 'output', limit: 1, note, request: { toolChoice: 'required' } };
}

/** Doubles the output limit, up to the model's own. */
function withMoreTokens({ request, usage, limits }: TurnAnswer): Correction | undefined {
  const had = Math.max(request.maxOutputTokens ?? 0, usage.outputTokens);
  const maxOutputTokens = Math.min(2 * had, limits.maxOutputTokens ?? Infinity);
  return maxOutputTokens > had ? { reason: 'truncated', limit: 1, request: { maxOutputTokens } } : undefined;
}
