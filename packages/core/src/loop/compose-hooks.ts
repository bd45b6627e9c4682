import {
  changedOutcome,
  type CallAhead,
  type CallChange,
  type CallMade,
  type LoopHooks,
  type TurnAhead,
  type TurnChange,
} from './loop-hooks.ts';
import type { ToolCallOutcome } from '../call/tool-call-outcome.ts';

/**
 * Makes one set of hooks of several, asked in order, each seeing what those before it changed: their overrides and messages,
 * inputs and outcomes. The first `afterTurn` that wants another answer, and the first `beforeToolCall` that answers or denies,
 * is the last to be asked.
 */
export function composeHooks(...sets: readonly LoopHooks[]): LoopHooks {
  return {
    beforeTurn: (turn) => beforeTurn(sets, turn),
    afterTurn: async (turn) => {
      for (const hooks of sets) {
        const retry = await hooks.afterTurn?.(turn);
        if (retry) return retry;
      }
    },
    beforeToolCall: (call) => beforeToolCall(sets, call),
    afterToolCall: (call) => afterToolCall(sets, call),
  };
}

async function beforeTurn(sets: readonly LoopHooks[], turn: TurnAhead): Promise<TurnChange> {
  let { request } = turn;
  let change: Required<TurnChange> = { messages: [], request: {} };
  for (const hooks of sets) {
    const { messages = [], request: overrides = {} } = (await hooks.beforeTurn?.({ ...turn, request })) ?? {};
    request = { ...request, ...overrides, messages: [...request.messages, ...messages] };
    change = { messages: [...change.messages, ...messages], request: { ...change.request, ...overrides } };
  }
  return change;
}

async function beforeToolCall(sets: readonly LoopHooks[], ahead: CallAhead): Promise<CallChange | undefined> {
  let { call } = ahead;
  for (const hooks of sets) {
    const change = await hooks.beforeToolCall?.({ ...ahead, call });
    if (!change) continue;
    if (!('input' in change)) return change;
    call = { ...call, input: change.input };
  }
  return call === ahead.call ? undefined : { input: call.input };
}

async function afterToolCall(sets: readonly LoopHooks[], made: CallMade): Promise<ToolCallOutcome> {
  let { outcome } = made;
  for (const hooks of sets) {
    const current = { ...made, outcome };
    outcome = changedOutcome(current, await hooks.afterToolCall?.(current));
  }
  return outcome;
}
