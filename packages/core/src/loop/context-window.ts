import { compactHistory } from '../history/compact-history.ts';
import { estimateTokens } from '../history/estimate-tokens.ts';
import { textOf, userMessage, type Message } from '../message/message.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { LoopState } from './loop-state.ts';
import type { ModelChain } from './model-chain.ts';

/** Above this share of the context window, the shown messages are compacted to the other share. */
const fullShare = 0.8;
const wantedShare = 0.5;
/** Turns at the end that are never compacted. */
const keepLastTurns = 2;

/** Keeps the messages that the model is shown within its context window. The history itself stays whole. */
export class ContextWindow {
  readonly #settings: LoopSettings;
  readonly #state: LoopState;
  readonly #chain: ModelChain;
  #counted: { readonly messages: number; readonly tokens: number } = { messages: 0, tokens: 0 };

  constructor(settings: LoopSettings, state: LoopState, chain: ModelChain) {
    this.#settings = settings;
    this.#state = state;
    this.#chain = chain;
  }

  /** Size of the context window in tokens; `undefined` when it is unknown. */
  get limit(): number | undefined {
    return this.#settings.contextTokens ?? this.#chain.model.contextTokens;
  }

  /**
   * Compacts the shown messages before a turn when the window is nearly full: older results become a line each, then older turns
   * a summary that the model writes. If the summary fails, the turns stay.
   */
  async fit(turn: number, base: Omit<ModelRequest, 'messages'>): Promise<void> {
    const { history, ledger, toolbox } = this.#state;
    const { limit } = this;
    if (limit === undefined) return;
    const tokensBefore = this.#tokens();
    const fixed = estimateTokens(base.system ?? '') + estimateTokens(base.tools ?? []);
    const isFull = (): boolean => this.#tokens() + fixed > fullShare * limit;
    if (!isFull()) return;

    this.#show(
      compactHistory(history.shown, {
        budgetTokens: Math.max(0, wantedShare * limit - fixed),
        keepLastTurns,
        handleFor: ({ id, output }) => toolbox.keepResult(id, output),
      }),
    );
    const summarized = isFull() && ledger.exhausted() === undefined && (await this.#summarize(turn, base));
    const tokensAfter = this.#tokens();
    if (tokensAfter < tokensBefore) {
      this.#settings.emit({ type: 'context_compacted', turn, tokensBefore, tokensAfter, summarized });
    }
  }

  async #summarize(turn: number, base: Omit<ModelRequest, 'messages'>): Promise<boolean> {
    const { shown } = this.#state.history;
    const starts = shown.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
    const start = starts.at(-keepLastTurns) ?? 0;
    const older = shown.slice(0, start);
    if (!older.some(({ role }) => role === 'assistant')) return false;

    const request = { ...base, toolChoice: 'none' as const, messages: [...older, userMessage(summaryPrompt)] };
    const answer = await this.#chain.ask(turn, request, 'summary');
    const summary = answer.message === undefined ? '' : textOf(answer.message).trim();
    if (summary === '') {
      this.#settings.context.logger.warn('older turns could not be summarized', { error: answer.error });
      return false;
    }
    const question = older.findLast(({ role }) => role === 'user');
    const opening = userMessage(`Summary of the conversation before this point:\n\n${summary}`);
    this.#show([opening, ...(question === undefined ? [] : [question]), ...shown.slice(start)]);
    return true;
  }

  #show(messages: readonly Message[]): void {
    this.#state.history.show(messages);
    this.#counted = { messages: 0, tokens: 0 };
  }

  /** Tokens of the shown messages. Each message is counted once. */
  #tokens(): number {
    const { shown } = this.#state.history;
    let { tokens } = this.#counted;
    for (const message of shown.slice(this.#counted.messages)) tokens += estimateTokens(message);
    this.#counted = { messages: shown.length, tokens };
    return tokens;
  }
}

const summaryPrompt =
  'Summarize this conversation so that you can continue from the summary alone: what was asked, what was decided and why, ' +
  'what was done, what was found, with exact names, paths and numbers, and what is still to do. Answer with the summary only.';
