import type { WireEvent } from './framing.ts';

/** An answer that a scripted server streams, in no provider's format: thinking first, then text, then tool calls. */
export interface ScriptedAnswer extends ScriptedTimes {
  readonly thinking?: { readonly text: string; readonly signature?: string };
  /** Thinking that only the provider can read, where its format has such. */
  readonly redactedThinking?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage?: ScriptedUsage;
  /** Default: the format's word for an answer, or for tool calls. `{ raw }` is sent as it is; `null` says nothing. */
  readonly finish?: 'length' | 'content_filter' | { readonly raw: string | null };
  /**
   * - `finished` (default): the whole answer.
   * - `failed`: the format's error event instead of its end.
   * - `cut`: the response ends, politely, before the format's last event.
   * - `torn`: it ends in the middle of the format's last event.
   * - `reset`: the connection is destroyed there instead.
   * - `held`: nothing more comes until the client leaves.
   */
  readonly ending?: 'finished' | 'failed' | 'cut' | 'torn' | 'reset' | 'held';
}

/** Events that are sent as they are: what a provider was seen to send, word for word. */
export interface ScriptedEvents extends ScriptedTimes {
  readonly events: readonly WireEvent[];
}

/** What every scripted turn may say. */
interface ScriptedTimes {
  /** How many requests it answers. Default 1; `Infinity` means as many as come, none included. */
  readonly times?: number;
  /** Nothing is sent before it is settled, not even a header. */
  readonly after?: Promise<unknown>;
}

/** A tool call of a scripted answer. */
export interface ScriptedToolCall {
  /** Left out where the server gives none. */
  readonly id?: string;
  readonly name: string;
  /** An object, or a text that is sent as it is where the format has arguments as text. */
  readonly input: unknown;
  /** What thinking led to it, where the format signs each call. */
  readonly signature?: string;
}

/** Tokens as {@link ScriptedAnswer} reports them; `inputTokens` is the whole input. */
export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** A response that is not a stream: a refusal, or a success that is none. */
export interface ScriptedRefusal extends ScriptedTimes {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a scripted server does with one request. */
export type ScriptedTurn = ScriptedAnswer | ScriptedEvents | ScriptedRefusal;
