import type { ClientEvent, Usage } from '@shipmate/core';
import type { RunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import { describeIncomplete } from '../web/describe-incomplete.ts';
import { agentChatExtensions, type AgentChatEvent } from './agent-chat-event.ts';
import { toAgentChatFrame, type AgentChatFrame } from './agent-chat-frame.ts';
import { toContentFrames, type ContentFrames } from './content-frames.ts';

/** Encodes one run as a stream of the Agent Chat Protocol. */
export interface AgentChatEncoder {
  /**
   * Returns the server-sent events for the next event of the run; none for an event that clients do not receive.
   *
   * **Contract.** It receives every event of the run once, in order, from `run_started` on; only deltas may arrive in
   * parts. The result for `run_ended` ends the stream.
   */
  encode(broadcast: BroadcastRunEvent): readonly AgentChatFrame[];
}

/** Options for {@link createAgentChatEncoder}. */
export interface AgentChatEncoderOptions {
  readonly runId: string;
  readonly conversationId: string;
  /** Address of the run's page, where a person decides about its calls. */
  readonly runUrl: string;
  /** True when the client requested the events of `AgentChatExtension`. */
  readonly extensions: boolean;
  /** Default: encodes for each reader separately. */
  readonly contentFrames?: ContentFrames;
}

/** Reconnection delay for a client with extensions, in milliseconds. */
const retryMs = 1_000;

/** The client events of tools that the protocol has. */
const sentClientEvents = ['workflow_preview', 'diagram_created', 'canvas_actions', 'canvas_suggestions'];

const tooManyRounds = 'Maximum tool-call rounds exceeded';

const restartNotice = '\n\n[The answer above was interrupted. It starts again here.]\n\n';

/**
 * Creates the encoder of one run. Thinking, tool inputs and tool outputs are omitted. A client without extensions gets a
 * required decision as content, and content instead of the second start of a turn.
 */
export function createAgentChatEncoder(options: AgentChatEncoderOptions): AgentChatEncoder {
  const { runId, conversationId, runUrl, extensions, contentFrames = toContentFrames } = options;
  const unanswered = new Map<string, string>();
  /** True when the client may have received text of the current turn. */
  let hasText = false;
  let isEstimated = false;

  /** A client that received the start of a call also receives its end, even when the turn is voided. */
  function endCalls(): readonly AgentChatEvent[] {
    const ends = [...unanswered].map(([id, name]) => toCallResult(id, name, true));
    unanswered.clear();
    return ends;
  }

  function startCall(toolCallId: string, name: string): readonly AgentChatEvent[] {
    if (unanswered.has(toolCallId)) return [];
    unanswered.set(toolCallId, name);
    return [{ event: 'tool_call_start', data: { tool_use_id: toolCallId, name } }];
  }

  /** Voids the text of the turn. A client that concatenates all text is told where the answer starts again. */
  function restart({ turn, hasNotice }: Extract<RunEvent, { type: 'turn_restarted' }>): readonly AgentChatEvent[] {
    const isVoid = hasText;
    hasText = false;
    if (extensions || hasNotice) return [toTurnStart(turn)];
    return isVoid ? [toContent(restartNotice)] : [];
  }

  function toEvents(event: Exclude<RunEvent, { type: 'content' }>): readonly AgentChatEvent[] {
    switch (event.type) {
      case 'run_started': {
        isEstimated = event.model?.startsWith('demo:') ?? false;
        const data = { run_id: runId, conversation_id: conversationId, model: event.model ?? '' };
        return [{ event: 'run', data }];
      }
      case 'turn_started':
        hasText = false;
        return [...endCalls(), toTurnStart(event.turn)];
      case 'turn_restarted':
        return [...endCalls(), ...restart(event)];
      case 'tool_call_started':
      case 'tool_call':
        return startCall(event.toolCallId, event.name);
      case 'tool_result':
        unanswered.delete(event.toolCallId);
        return [
          toCallResult(event.toolCallId, event.name, event.isError),
          ...event.clientEvents.flatMap(toClientEvent),
        ];
      case 'approval_required':
      case 'tool_call_unknown':
        return [extensions ? toDecision(event) : toContent(describeDecision(event, runUrl))];
      case 'run_ended':
        return [...endCalls(), ...toEndNotice(event), toUsage(event.usage, isEstimated), toEnd(event)];
      default:
        return [];
    }
  }

  return {
    encode(broadcast) {
      const { sequence, event } = broadcast;
      if (event.type === 'content') {
        // Content without deltas was sent by a process that crashed before it stored them.
        hasText ||= event.deltas.length === 0 || event.deltas.some((delta) => delta !== '');
        return contentFrames(event, broadcast);
      }
      const prefix = event.type === 'run_started' ? `retry: ${retryMs}\n` : '';
      // The ids of events that a client did not request count too, so that an id names the same event for every reader.
      return toEvents(event).flatMap((sent, index) =>
        extensions || !agentChatExtensions.has(sent.event) ? [toAgentChatFrame({ sequence, index }, sent, prefix)] : [],
      );
    },
  };
}

function toTurnStart(turn: number): AgentChatEvent {
  return { event: 'message_start', data: { turn } };
}

function toContent(chunk: string): AgentChatEvent {
  return { event: 'content_chunk', data: { chunk } };
}

type Decision = Extract<RunEvent, { type: 'approval_required' | 'tool_call_unknown' }>;

function toDecision(event: Decision): AgentChatEvent {
  const { toolCallId, name } = event;
  const approvalId = event.type === 'approval_required' ? { approval_id: event.approvalId } : {};
  return { event: 'approval_required', data: { tool_use_id: toolCallId, name, ...approvalId } };
}

function describeDecision({ type, name }: Decision, runUrl: string): string {
  return type === 'approval_required'
    ? `\n\n[The call of "${name}" waits for approval. Approve or deny it at ${runUrl}]\n\n`
    : `\n\n[The outcome of the call of "${name}" is unknown. Decide how to continue at ${runUrl}]\n\n`;
}

function toCallResult(toolCallId: string, name: string, isError: boolean): AgentChatEvent {
  return { event: 'tool_call_result', data: { tool_use_id: toolCallId, name, is_error: isError } };
}

function toClientEvent({ type, data }: ClientEvent): readonly AgentChatEvent[] {
  return sentClientEvents.includes(type) ? [{ event: type, data } as AgentChatEvent] : [];
}

function toUsage(usage: Usage, estimated: boolean): AgentChatEvent {
  return {
    event: 'usage',
    data: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      reasoning_tokens: usage.reasoningTokens,
      ...(estimated && { estimated }),
    },
  };
}

type RunEnd = Extract<RunEvent, { type: 'run_ended' }>;

/** The protocol has an error of its own for the limit of steps. */
function toEndNotice(end: RunEnd): readonly AgentChatEvent[] {
  const notice = end.stopReason === 'max_iterations' ? undefined : describeIncomplete(end);
  return notice === undefined ? [] : [toContent(`\n\n[${notice}]`)];
}

function toEnd({ status, stopReason, error }: RunEnd): AgentChatEvent {
  if (status === 'cancelled') return toError('The run was stopped.');
  if (status === 'failed') return toError(error?.message ?? 'The run failed.');
  if (stopReason === 'max_iterations') return toError(tooManyRounds);
  return { event: 'message_complete', data: {} };
}

function toError(message: string): AgentChatEvent {
  return { event: 'error', data: { message } };
}
