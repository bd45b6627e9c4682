import { userMessage } from '../message/message.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { TurnPlan } from '../turn/take-turn.ts';
import { askHook } from './ask-hook.ts';
import type { LoopParts } from './loop-parts.ts';
import type { Closing } from './stop-reason.ts';

/** Prepares the next turn: what the model is shown and asked. `closing` says why it is the last one. */
export async function planTurn(parts: LoopParts, closing: Closing | undefined): Promise<TurnPlan> {
  const { settings, ledger, toolbox, conversation, window } = parts;
  const { hooks, finish, signal, waits } = settings;
  const turn = ledger.iterations;
  const hasTools = settings.tools.length > 0;
  const wrapUp = closing !== undefined && hasTools;
  const base: Omit<ModelRequest, 'messages'> = {
    ...settings.request,
    ...(hasTools && { tools: toolbox.described }),
    ...(wrapUp && { toolChoice: finish === undefined ? 'none' : 'required' }),
  };
  if (window.limit !== undefined) await window.fit(turn, base);

  const closingWords = wrapUp ? [userMessage(lastTurnNote(closing, finish?.tool.name))] : [];
  const request: ModelRequest = { ...base, messages: conversation.shownWith(closingWords) };
  if (hooks.beforeTurn === undefined) return { turn, wrapUp, request };

  const change = await askHook('beforeTurn', () => hooks.beforeTurn?.({ turn, wrapUp, request, signal }), waits);
  conversation.add(...(change?.messages ?? []));
  return {
    turn,
    wrapUp,
    request: { ...request, ...change?.request, messages: conversation.shownWith(closingWords) },
  };
}

/** What the model is told in its last turn. It is not part of the history. */
function lastTurnNote({ stopReason, limit }: Closing, finishTool: string | undefined): string {
  const answer = finishTool === undefined ? 'Answer now' : `Call ${finishTool} now`;
  return `${whyLast(stopReason, limit)} No more tools can be used. ${answer} with what you know; if something is missing, say what.`;
}

function whyLast(stopReason: Closing['stopReason'], limit: Closing['limit']): string {
  if (stopReason === 'repeated_call') return 'You keep making the same call.';
  if (limit === 'failures') return 'Too many tool calls failed in a row.';
  return limit === undefined ? 'This is the last turn.' : `The budget for this work is used up (${limit}).`;
}
