import { toAppError } from '../error/app-error.ts';
import type { Ledger } from '../loop/ledger.ts';
import type { LoopSettings } from '../loop/loop-settings.ts';
import type { ToolCallPart } from '../message/message.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { toJsonText } from '../tool/to-json-text.ts';
import { parseCallInput } from './parse-call-input.ts';
import { failedOutcome, succeededOutcome, type ToolCallOutcome } from './tool-call-outcome.ts';

/** What a tool's work came to. */
export interface WorkDone {
  /** As the call gave it. */
  readonly input: unknown;
  readonly outcome: ToolCallOutcome;
  /** Whether an identical call did the work, at the same time or earlier. */
  readonly reused: boolean;
}

/** The place of a call in its run. */
export interface CallPlace {
  readonly turn: number;
  /** What identical calls have in common. */
  readonly key: string;
}

/** A call whose input is sound. */
interface SoundCall {
  readonly turn: number;
  readonly call: ToolCallPart;
  readonly input: unknown;
}

/** Lets the tools of one run work: with a time-out, and without doing again what an identical read is doing or has done. */
export class ToolWork {
  readonly #settings: LoopSettings;
  readonly #ledger: Ledger;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(settings: LoopSettings, ledger: Ledger) {
    this.#settings = settings;
    this.#ledger = ledger;
  }

  /** Carries out one call. It returns whatever happens: what fails is an outcome that the model can act on. */
  async do(tool: BoundTool, call: ToolCallPart, { turn, key }: CallPlace): Promise<WorkDone> {
    const { logger } = this.#settings.context;
    let isShared = false;
    try {
      const input = parseCallInput(tool, call);
      const isRead = tool.effect(input) === 'read';
      const earlier = isRead ? this.#earlier(tool, key) : undefined;
      const work = earlier ?? this.#execute(tool, { turn, call, input });
      isShared = isRead && earlier === undefined;
      if (isShared) this.#underWay.set(key, work);
      const output = await work;
      if (isShared) this.#cache(tool, key, output);
      return { input: call.input, outcome: succeededOutcome(tool, output, logger), reused: earlier !== undefined };
    } catch (thrown) {
      const error = toAppError(thrown, { message: 'The tool failed unexpectedly.' });
      if (error.code === 'INTERNAL_ERROR') logger.error('tool failed', { tool: tool.name, toolCallId: call.id, error });
      return { input: call.input, outcome: failedOutcome(error), reused: false };
    } finally {
      if (isShared) this.#underWay.delete(key);
    }
  }

  /** What an identical read came to, or is about to. */
  #earlier(tool: BoundTool, key: string): Promise<unknown> | undefined {
    const { toolCache, context } = this.#settings;
    const cached = tool.cache && toolCache.get(cacheKey(context, key));
    return cached === undefined ? this.#underWay.get(key) : Promise.resolve(cached.output);
  }

  #cache(tool: BoundTool, key: string, output: unknown): void {
    const { toolCache, context } = this.#settings;
    if (tool.cache !== undefined) toolCache.set(cacheKey(context, key), output, tool.cache.ttlMs);
  }

  #execute(tool: BoundTool, { turn, call: { id, name }, input }: SoundCall): Promise<unknown> {
    const { context, waits, toolTimeoutMs, emit } = this.#settings;
    const report = (text: string): void => emit({ type: 'tool_output', turn, id, name, text });
    const timeoutMs = Math.min(tool.timeoutMs ?? toolTimeoutMs, this.#ledger.msLeft);
    return waits.for((signal) => tool.execute(input, { ...context, toolCallId: id, signal, report }), { timeoutMs });
  }
}

/** What must be the same for two callers to be given the same answer: who they are, where they work and what they ask. */
function cacheKey(context: LoopSettings['context'], key: string): string {
  const { principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch } = context;
  return `${toJsonText([principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch])} ${key}`;
}
