import type { RestartReason } from '../loop/loop-event.ts';
import { textOf, toolCallsOf, type AssistantMessage } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { Usage } from '../model/usage.ts';

/** An answer that may be too odd to go on with, and what it answered. */
export interface OddAnswer {
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  readonly usage: Usage;
  readonly request: ModelRequest;
  readonly wrapUp: boolean;
  readonly limits: Pick<ChatModel, 'maxOutputTokens'>;
  /** The tool that gives the final answer, when one of a shape was asked for. */
  readonly finishTool: string | undefined;
}

/** How to ask again. */
export interface Correction {
  readonly reason: RestartReason;
  /** How often in a turn this is tried. */
  readonly limit: number;
  /** What the model is told. */
  readonly note?: string;
  /** What the reader is told. */
  readonly notice?: string | undefined;
  readonly request?: Partial<Pick<ModelRequest, 'toolChoice' | 'maxOutputTokens'>>;
}

/** How to ask again after an answer that is empty, malformed, cut off within a call or of the wrong form. */
export function planCorrection(answer: OddAnswer): Correction | undefined {
  const { message, finish, wrapUp, finishTool } = answer;
  const hasCalls = toolCallsOf(message).length > 0;
  const hasText = textOf(message).trim() !== '';
  if (finish === 'content_filter') return undefined;
  if (finish === 'length') return hasCalls ? withMoreRoom(answer) : undefined;
  if (hasCalls) return wrapUp && !hasText && finishTool === undefined ? inWords : undefined;
  if (finish === 'tool_calls') return callMissing;
  if (hasText) return finishTool === undefined ? undefined : inFinishTool(finishTool);
  return finish === 'other' ? unreadable : whenEmpty(answer);
}

const callMissing: Correction = {
  reason: 'empty',
  limit: 1,
  note: 'You meant to call a tool, but no call came. Make the call, or answer in words.',
};

const unreadable: Correction = {
  reason: 'malformed',
  limit: 2,
  note: 'Your last answer could not be read. Give it again; a tool call takes one JSON object.',
};

const inWords: Correction = {
  reason: 'empty',
  limit: 1,
  note: 'Tools cannot be called any more. Answer in words.',
  request: { toolChoice: 'none' },
};

/** A model that has nothing to say about results is kept from calling more; one that was silent from the start may call. */
function whenEmpty({ request, finishTool }: OddAnswer): Correction {
  const note = 'Your last answer was empty. Answer now.';
  const isAfterTools = request.messages.at(-1)?.role === 'tool' && finishTool === undefined;
  return { reason: 'empty', limit: 1, note, ...(isAfterTools && { request: { toolChoice: 'none' } }) };
}

function inFinishTool(finishTool: string): Correction {
  const note = `Give your final answer by calling ${finishTool}.`;
  return { reason: 'output', limit: 1, note, request: { toolChoice: 'required' } };
}

/** Twice the room that was not enough, when the model can say more. */
function withMoreRoom({ request, usage, limits }: OddAnswer): Correction | undefined {
  const had = Math.max(request.maxOutputTokens ?? 0, usage.outputTokens);
  const room = Math.min(2 * had, limits.maxOutputTokens ?? Infinity);
  return room > had ? { reason: 'truncated', limit: 1, request: { maxOutputTokens: room } } : undefined;
}
