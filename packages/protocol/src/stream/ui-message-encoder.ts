import type { StopReason, Usage } from '@shipmate/core';
import type { RunEvent } from '@shipmate/domain/run';
import type { UiFinishReason, UiMessageChunk } from './ui-message-chunk.ts';
import { toEndMetadata } from '../web/ui-message-metadata.ts';
import { toUiMessageEvent, uiMessageStreamEnd } from './ui-message-stream.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

/** Encodes one run as an AI SDK UI message stream. */
export interface UiMessageEncoder {
  /**
   * Returns the server-sent events for the next event of the run; `''` for an event that readers do not receive.
   *
   * **Contract.** It receives every event of the run once, in order, from `run_started` on; only deltas may arrive in
   * parts. The result for `run_ended` ends the stream.
   */
  encode(event: RunEvent): string;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

const finishReasons: Partial<Record<StopReason, UiFinishReason>> = {
  final: 'stop',
  truncated: 'length',
  refused: 'content-filter',
};

/** Options for {@link createUiMessageEncoder}. */
export interface UiMessageEncoderOptions {
  /** Id of the message with the run's answer. */
  readonly messageId: string;
  /** Returns the cost of tokens in US dollars, `undefined` when unknown; for a run whose last event has no cost. */
  readonly costOf: (usage: Usage) => number | undefined;
}

/** Creates the encoder of one run. */
export function createUiMessageEncoder({ messageId, costOf }: UiMessageEncoderOptions): UiMessageEncoder {
  const unanswered = new Set<string>();
  let stepOpen = false;
  let textId = 0;
  let textOpen = false;
  let outputs = 0;

  function closeText(): string {
    if (!textOpen) return '';
    textOpen = false;
    return toUiMessageEvent({ type: 'text-end', id: String(textId) });
  }

  function closeStep(): string {
    let text = closeText();
    for (const toolCallId of unanswered) {
      text += toUiMessageEvent({ type: 'tool-output-error', toolCallId, errorText: unansweredToolCall });
    }
    unanswered.clear();
    if (stepOpen) text += toUiMessageEvent({ type: 'finish-step' });
    stepOpen = false;
    return text;
  }

  function encodeContent(deltas: readonly string[]): string {
    const delta = deltas.length === 1 ? deltas[0] : deltas.join('');
    if (!delta) return '';
    let text = '';
    if (!textOpen) {
      textOpen = true;
      textId += 1;
      text = toUiMessageEvent({ type: 'text-start', id: String(textId) });
    }
    return `${text}data: {"type":"text-delta","id":"${textId}","delta":${JSON.stringify(delta)}}\n\n`;
  }

  function encodeToolResult(event: EventOf<'tool_result'>): string {
    const { toolCallId, output, isError, clientEvents } = event;
    unanswered.delete(toolCallId);
    let text = toUiMessageEvent(
      isError
        ? { type: 'tool-output-error', toolCallId, errorText: output }
        : { type: 'tool-output-available', toolCallId, output },
    );
    for (const { type, data } of clientEvents)
      text += toUiMessageEvent({ type: `data-${type}`, data, transient: true });
    return text;
  }

  /** Each part has an id of its own, so that the parts accumulate in the message. */
  function encodeToolOutput({ toolCallId, deltas }: EventOf<'tool_output'>): string {
    outputs += 1;
    const data = { toolCallId, text: deltas.join('') };
    return toUiMessageEvent({ type: 'data-tool_output', id: `output-${outputs}`, data });
  }

  function encodeToolCall(event: EventOf<'tool_call_started' | 'tool_call'>): string {
    const { toolCallId, name: toolName } = event;
    unanswered.add(toolCallId);
    const chunk: UiMessageChunk =
      event.type === 'tool_call'
        ? { type: 'tool-input-available', toolCallId, toolName, input: event.input, dynamic: true }
        : { type: 'tool-input-start', toolCallId, toolName, dynamic: true };
    return closeText() + toUiMessageEvent(chunk);
  }

  function encodeStart({ model }: EventOf<'run_started'>): string {
    return toUiMessageEvent({ type: 'start', messageId, messageMetadata: { model: model ?? '' } });
  }

  function encodeAnswer(event: AnswerEvent): string {
    switch (event.type) {
      case 'run_started':
        return encodeStart(event);
      case 'turn_started': {
        const text = closeStep();
        stepOpen = true;
        return text + toUiMessageEvent({ type: 'start-step' });
      }
      case 'turn_restarted': {
        unanswered.clear();
        return closeText() + toUiMessageEvent({ type: 'reset-step' });
      }
      case 'content':
        return encodeContent(event.deltas);
      case 'thinking':
      case 'turn_ended':
        return closeText();
      case 'tool_call_started':
      case 'tool_call':
        return encodeToolCall(event);
      case 'tool_output':
        return encodeToolOutput(event);
      case 'tool_result':
        return encodeToolResult(event);
      case 'approval_required': {
        const { approvalId, toolCallId } = event;
        return toUiMessageEvent({ type: 'tool-approval-request', approvalId, toolCallId });
      }
      case 'tool_call_unknown':
      case 'tool_call_settled':
        return encodeUnknownCall(event);
      case 'run_ended':
        return closeStep() + encodeEnd(event, costOf) + uiMessageStreamEnd;
    }
  }

  return { encode: (event) => (isOfAnswer(event) ? encodeAnswer(event) : '') };
}

/** The part has the id of its call, so that the recorded outcome replaces the unknown one. */
function encodeUnknownCall(event: EventOf<'tool_call_unknown' | 'tool_call_settled'>): string {
  const { toolCallId } = event;
  const data = event.type === 'tool_call_settled' ? { toolCallId, choice: event.choice } : { toolCallId };
  return toUiMessageEvent({ type: 'data-tool_call_unknown', id: toolCallId, data });
}

function encodeEnd(end: EventOf<'run_ended'>, costOf: UiMessageEncoderOptions['costOf']): string {
  const costUsd = end.costUsd === undefined ? (costOf(end.usage) ?? null) : end.costUsd;
  const messageMetadata = toEndMetadata({ ...end, costUsd });
  if (end.status === 'completed') {
    const finishReason = finishReasons[end.stopReason] ?? 'other';
    return toUiMessageEvent({ type: 'finish', finishReason, messageMetadata });
  }
  const { cutShort } = messageMetadata;
  return (
    toUiMessageEvent({ type: 'message-metadata', messageMetadata }) +
    toUiMessageEvent(cutShort?.by === 'error' ? { type: 'error', errorText: cutShort.message } : { type: 'abort' })
  );
}

/** Events of runs without a conversation. */
const otherEvents = ['remediation_status', 'remediation_action', 'rule_step', 'index_progress'] as const;
type AnswerEvent = Exclude<RunEvent, { readonly type: (typeof otherEvents)[number] }>;

/** The stream of an answer has no events of other kinds of runs. */
function isOfAnswer(event: RunEvent): event is AnswerEvent {
  return !otherEvents.some((type) => type === event.type);
}
