import type { AssistantMessage, ToolResultPart } from '@shipmate/core';
import type { Exchange, StoredMessage } from '@shipmate/domain/conversation';
import { isEnded, type ConversationRun } from '@shipmate/domain/run';
import type { UiMessage, UiMessagePart } from '../web/chat.ts';
import { toEndMetadata, type UiMessageMetadata } from '../web/ui-message-metadata.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

/**
 * Converts exchanges to the messages that `useChat` assembles from the streams of their runs: the content of one run,
 * over all turns, is one message with the run's id, also when the run ended without content.
 */
export function toUiMessages(exchanges: readonly Exchange[], { costOf }: RunCosts): readonly UiMessage[] {
  return exchanges.flatMap((exchange) => [toQuestion(exchange), ...toAnswer(exchange, costOf)]);
}

/** Returns the cost of runs in US dollars; `undefined` when the price of a model is unknown. */
export interface RunCosts {
  readonly costOf: (run: ConversationRun) => number | undefined;
}

function toQuestion({ question: { id, clientId, message } }: Exchange): UiMessage {
  const parts = message.role === 'user' ? message.content.map(({ text }) => toTextPart(text)) : [];
  return { id: clientId ?? id, role: 'user', parts };
}

function toAnswer({ run, answer }: Exchange, costOf: RunCosts['costOf']): UiMessage[] {
  const id = run?.id ?? answer[0]?.runId ?? answer[0]?.id;
  const isShown = answer.length > 0 || (run !== undefined && isEnded(run.status));
  if (id === undefined || !isShown) return [];
  const parts = toParts(answer);
  const metadata = run && toMetadata(run, costOf(run) ?? null);
  return [metadata ? { id, role: 'assistant', parts, metadata } : { id, role: 'assistant', parts }];
}

function toMetadata(run: ConversationRun, costUsd: number | null): UiMessageMetadata {
  const { model, status, stopReason, usage, errorCode, errorMessage } = run;
  const error = errorCode !== null && errorMessage !== null ? { code: errorCode, message: errorMessage } : undefined;
  return { model, ...toEndMetadata({ status, stopReason, usage, costUsd, error }) };
}

function toParts(answer: readonly StoredMessage[]): UiMessagePart[] {
  const messages = answer.map(({ message }) => message);
  const results = new Map(
    messages
      .flatMap((message) => (message.role === 'tool' ? message.content : []))
      .map((result) => [result.id, result]),
  );
  return messages.flatMap((message) =>
    message.role === 'assistant' ? [{ type: 'step-start' }, ...toStepParts(message, results)] : [],
  );
}

function toStepParts(message: AssistantMessage, results: ReadonlyMap<string, ToolResultPart>): UiMessagePart[] {
  return message.content.flatMap((part): UiMessagePart[] => {
    switch (part.type) {
      case 'reasoning':
        return [];
      case 'text':
        return part.text === '' ? [] : [toTextPart(part.text)];
      case 'tool_call': {
        const call = { type: 'dynamic-tool', toolName: part.name, toolCallId: part.id, input: part.input } as const;
        const result = results.get(part.id);
        if (result && !result.isError) return [{ ...call, state: 'output-available', output: result.output }];
        return [{ ...call, state: 'output-error', errorText: result?.output ?? unansweredToolCall }];
      }
    }
  });
}

function toTextPart(text: string): UiMessagePart {
  return { type: 'text', text, state: 'done' };
}
