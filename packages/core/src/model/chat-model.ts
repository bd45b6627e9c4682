import type { ModelEvent } from './model-event.ts';
import type { ModelRequest } from './model-request.ts';

/** A language model that streams its answers. */
export interface ChatModel {
  /** `provider:model`, for example `anthropic:claude-sonnet-5`. */
  readonly id: string;
  /** Size of the context window in tokens, if known. */
  readonly contextTokens?: number;
  /** Output tokens of one answer at most, if known. */
  readonly maxOutputTokens?: number;
  /** True if a script writes the answers: it can answer only what the script knows. */
  readonly isScripted?: boolean;

  /**
   * Streams one answer.
   *
   * **Contract.** It never throws for a request failure and never rejects: the stream starts with `message_start` unless it
   * failed before the first byte, and ends with exactly one `message_complete` or `error`. When `signal` fires it ends soon
   * with an `error` of code `ABORTED`. A reader that stops early (`return()`) ends the request. Each call is independent.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
