import type { ResultReader } from '../call/result-reader.ts';
import { compactHistory } from '../history/compact-history.ts';
import { estimateTokens } from '../history/estimate-tokens.ts';
import { textOf, userMessage, type Message } from '../message/message.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { ModelChain } from '../turn/model-chain.ts';
import type { Conversation } from './conversation.ts';
import type { Ledger } from './ledger.ts';
import type { LoopSettings } from './loop-settings.ts';

/** What the window is kept with. */
export interface ContextWindowParts {
  readonly settings: LoopSettings;
  readonly ledger: Ledger;
  readonly conversation: Conversation;
  readonly chain: ModelChain;
  readonly reader: ResultReader;
}

/** From this share of the context on, what the model is shown is shortened, to the other share. */
const fullShare = 0.8;
const wantedShare = 0.5;
/** Turns at the end that are not touched. */
const keepLastTurns = 2;

/** Keeps what the model is shown within what it can read. The history itself stays whole. */
export class ContextWindow {
  readonly #parts: ContextWindowParts;
  #counted: { readonly messages: number; readonly tokens: number } = { messages: 0, tokens: 0 };

  constructor(parts: ContextWindowParts) {
    this.#parts = parts;
  }

  /** What the model can read, in tokens, where that is known. */
  get limit(): number | undefined {
    const { settings, chain } = this.#parts;
    return settings.contextTokens ?? chain.model.contextTokens;
  }

  /**
   * Makes room for a turn when there is little: older results give way to a line each, then older turns to a summary that the
   * model writes. A summary that fails changes nothing.
   */
  async fit(turn: number, base: Omit<ModelRequest, 'messages'>): Promise<void> {
    const { settings, conversation, reader, ledger } = this.#parts;
    const { limit } = this;
    if (limit === undefined) return;
    const tokensBefore = this.#tokens();
    const fixed = estimateTokens(base.system ?? '') + estimateTokens(base.tools ?? []);
    const isFull = (): boolean => this.#tokens() + fixed > fullShare * limit;
    if (!isFull()) return;

    this.#show(
      compactHistory(conversation.shown, {
        budgetTokens: Math.max(0, wantedShare * limit - fixed),
        keepLastTurns,
        handleFor: ({ id, output }) => reader.keep(id, output),
      }),
    );
    const summarized = isFull() && ledger.exhausted() === undefined && (await this.#summarize(turn, base));
    const tokensAfter = this.#tokens();
    if (tokensAfter < tokensBefore) {
      settings.emit({ type: 'context_compacted', turn, tokensBefore, tokensAfter, summarized });
    }
  }

  async #summarize(turn: number, base: Omit<ModelRequest, 'messages'>): Promise<boolean> {
    const { settings, conversation, chain } = this.#parts;
    const { shown } = conversation;
    const starts = shown.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
    const start = starts.at(-keepLastTurns) ?? 0;
    const older = shown.slice(0, start);
    if (!older.some(({ role }) => role === 'assistant')) return false;

    const request = { ...base, toolChoice: 'none' as const, messages: [...older, userMessage(askForSummary)] };
    const answer = await chain.ask(turn, request, 'summary');
    const summary = answer.message === undefined ? '' : textOf(answer.message).trim();
    if (summary === '') {
      settings.context.logger.warn('older turns could not be summed up', { error: answer.error });
      return false;
    }
    const question = older.findLast(({ role }) => role === 'user');
    const opening = userMessage(`What was said and done before, summed up:\n\n${summary}`);
    this.#show([opening, ...(question === undefined ? [] : [question]), ...shown.slice(start)]);
    return true;
  }

  #show(messages: readonly Message[]): void {
    this.#parts.conversation.show(messages);
    this.#counted = { messages: 0, tokens: 0 };
  }

  /** What the messages take, each counted once. */
  #tokens(): number {
    const { shown } = this.#parts.conversation;
    let { tokens } = this.#counted;
    for (const message of shown.slice(this.#counted.messages)) tokens += estimateTokens(message);
    this.#counted = { messages: shown.length, tokens };
    return tokens;
  }
}

const askForSummary =
  'Sum up this conversation for yourself, so that you can go on with it alone: what was asked, what was decided and why, ' +
  'what was done, what was found, with exact names, paths and numbers, and what is still to do. Answer with the summary only.';
