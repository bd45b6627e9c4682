import type { ClientEvent, Usage } from '@shipmate/core';
import type { RunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import type { AgentChatEvent } from './agent-chat-event.ts';
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
  encode(told: BroadcastRunEvent): readonly AgentChatFrame[];
}

/** Options for {@link createAgentChatEncoder}. */
export interface AgentChatEncoderOptions {
  readonly runId: string;
  readonly conversationId: string;
  /** True when the client requested the events of `AgentChatExtension`. */
  readonly extensions: boolean;
  /** Default: encodes for each reader separately. */
  readonly contentFrames?: ContentFrames;
}

/** Reconnection delay for a client with extensions, in milliseconds. */
const retryMs = 1_000;

/** Events sent only on request. Their ids count in either case, so that an id names the same event for every reader. */
const added: ReadonlySet<AgentChatEvent['event']> = new Set(['run', 'usage', 'approval_required']);

const tooManyRounds = 'Maximum tool-call rounds exceeded';

/** Creates the encoder of one run. Thinking, tool inputs and tool outputs are omitted. */
export function createAgentChatEncoder(options: AgentChatEncoderOptions): AgentChatEncoder {
  const { runId, conversationId, extensions, contentFrames = toContentFrames } = options;
  const unanswered = new Map<string, string>();

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

  function toEvents(event: Exclude<RunEvent, { type: 'content' }>): readonly AgentChatEvent[] {
    switch (event.type) {
      case 'run_started': {
        const data = { run_id: runId, conversation_id: conversationId, model: event.model };
        return [{ event: 'run', data }];
      }
      case 'turn_started':
      case 'turn_restarted':
        return [...endCalls(), { event: 'message_start', data: { turn: event.turn } }];
      case 'tool_call_started':
      case 'tool_call':
        return startCall(event.toolCallId, event.name);
      case 'tool_result':
        unanswered.delete(event.toolCallId);
        return [toCallResult(event.toolCallId, event.name, event.isError), ...event.clientEvents.flatMap(toPreview)];
      case 'approval_required':
      case 'tool_call_unknown': {
        const { toolCallId, name } = event;
        const approvalId = 'approvalId' in event ? { approval_id: event.approvalId } : {};
        const data = { tool_use_id: toolCallId, name, ...approvalId };
        return [{ event: 'approval_required', data }];
      }
      case 'run_ended':
        return [...endCalls(), toUsage(event.usage), toEnd(event)];
      default:
        return [];
    }
  }

  return {
    encode(told) {
      const { sequence, event } = told;
      if (event.type === 'content') return contentFrames(event, told);
      const prefix = event.type === 'run_started' ? `retry: ${retryMs}\n` : '';
      return toEvents(event).flatMap((sent, index) =>
        extensions || !added.has(sent.event) ? [toAgentChatFrame({ sequence, index }, sent, prefix)] : [],
      );
    },
  };
}

function toCallResult(toolCallId: string, name: string, isError: boolean): AgentChatEvent {
  return { event: 'tool_call_result', data: { tool_use_id: toolCallId, name, is_error: isError } };
}

/** The protocol has one kind of client event. */
function toPreview({ type, data }: ClientEvent): readonly AgentChatEvent[] {
  return type === 'workflow_preview' ? [{ event: type, data } as AgentChatEvent] : [];
}

function toUsage(usage: Usage): AgentChatEvent {
  return {
    event: 'usage',
    data: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      reasoning_tokens: usage.reasoningTokens,
    },
  };
}

function toEnd({ status, stopReason, error }: Extract<RunEvent, { type: 'run_ended' }>): AgentChatEvent {
  if (status === 'cancelled') return toError('The run was stopped.');
  if (status === 'failed') return toError(error?.message ?? 'The run failed.');
  if (stopReason === 'max_iterations') return toError(tooManyRounds);
  return { event: 'message_complete', data: {} };
}

function toError(message: string): AgentChatEvent {
  return { event: 'error', data: { message } };
}
