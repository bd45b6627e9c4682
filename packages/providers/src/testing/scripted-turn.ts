/** An answer that a scripted server streams, in no provider's format: thinking first, then text, then tool calls. */
export interface ScriptedAnswer extends ScriptedTimes {
  readonly thinking?: { readonly text: string; readonly signature?: string };
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage?: ScriptedUsage;
  /** Default: the format's word for an answer, or for tool calls. */
  readonly finish?: 'length' | 'content_filter';
  /**
   * - `finished` (default): the whole answer.
   * - `cut`: the response ends, politely, before the format's last event.
   * - `reset`: the connection is destroyed there instead.
   * - `held`: nothing more comes until the client leaves.
   */
  readonly ending?: 'finished' | 'cut' | 'reset' | 'held';
}

/** What every scripted turn may say. */
interface ScriptedTimes {
  /** How many requests it answers. Default 1; `Infinity` means as many as come, none included. */
  readonly times?: number;
}

/** A tool call of a scripted answer. */
export interface ScriptedToolCall {
  readonly id: string;
  readonly name: string;
  /** An object, or a text that is sent as it is. */
  readonly input: unknown;
}

/** Tokens as {@link ScriptedAnswer} reports them; `inputTokens` is the whole input. */
export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** A response that is refused before it begins. */
export interface ScriptedRefusal extends ScriptedTimes {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a scripted server does with one request. */
export type ScriptedTurn = ScriptedAnswer | ScriptedRefusal;
