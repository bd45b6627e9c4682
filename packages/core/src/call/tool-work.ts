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

/** A call that changes nothing, and what identical calls have in common. */
interface ReadCall {
  readonly input: unknown;
  readonly call: ToolCallPart;
  readonly key: string;
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

  /** Carries out one call, that `key` identifies. It returns whatever happens: what fails is an outcome that the model can act on. */
  async do(tool: BoundTool, call: ToolCallPart, key: string): Promise<WorkDone> {
    const { logger } = this.#settings.context;
    try {
      const input = parseCallInput(tool, call);
      const { output, reused } =
        tool.effect(input) === 'read'
          ? await this.#read(tool, { input, call, key })
          : { output: await this.#execute(tool, input, call), reused: false };
      return { input: call.input, outcome: succeededOutcome(tool, output, logger), reused };
    } catch (thrown) {
      const error = toAppError(thrown, { message: 'The tool failed unexpectedly.' });
      if (error.code === 'INTERNAL_ERROR') logger.error('tool failed', { tool: tool.name, toolCallId: call.id, error });
      return { input: call.input, outcome: failedOutcome(error), reused: false };
    }
  }

  async #read(tool: BoundTool, { input, call, key }: ReadCall): Promise<{ output: unknown; reused: boolean }> {
    const { toolCache } = this.#settings;
    const cacheKey = tool.cache && `${callerOf(this.#settings.context)} ${key}`;
    const cached = cacheKey === undefined ? undefined : toolCache.get(cacheKey);
    if (cached !== undefined) return { output: cached.output, reused: true };

    const other = this.#underWay.get(key);
    if (other !== undefined) return { output: await other, reused: true };
    try {
      const work = this.#execute(tool, input, call);
      this.#underWay.set(key, work);
      const output = await work;
      if (tool.cache && cacheKey !== undefined) toolCache.set(cacheKey, output, tool.cache.ttlMs);
      return { output, reused: false };
    } finally {
      this.#underWay.delete(key);
    }
  }

  #execute(tool: BoundTool, input: unknown, { id: toolCallId }: ToolCallPart): Promise<unknown> {
    const { context, waits, toolTimeoutMs } = this.#settings;
    const timeoutMs = Math.min(tool.timeoutMs ?? toolTimeoutMs, this.#ledger.msLeft);
    return waits.for((signal) => tool.execute(input, { ...context, toolCallId, signal }), { timeoutMs });
  }
}

/** What must be the same for two callers to be given the same answer. */
function callerOf(context: LoopSettings['context']): string {
  const { principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch } = context;
  return toJsonText([principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch]);
}
