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
interface SoundCall extends CallPlace {
  readonly input: unknown;
  readonly call: ToolCallPart;
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
  async do(tool: BoundTool, call: ToolCallPart, place: CallPlace): Promise<WorkDone> {
    const { logger } = this.#settings.context;
    try {
      const sound = { ...place, call, input: parseCallInput(tool, call) };
      const { output, reused } =
        tool.effect(sound.input) === 'read'
          ? await this.#read(tool, sound)
          : { output: await this.#execute(tool, sound), reused: false };
      return { input: call.input, outcome: succeededOutcome(tool, output, logger), reused };
    } catch (thrown) {
      const error = toAppError(thrown, { message: 'The tool failed unexpectedly.' });
      if (error.code === 'INTERNAL_ERROR') logger.error('tool failed', { tool: tool.name, toolCallId: call.id, error });
      return { input: call.input, outcome: failedOutcome(error), reused: false };
    }
  }

  async #read(tool: BoundTool, sound: SoundCall): Promise<{ output: unknown; reused: boolean }> {
    const { key } = sound;
    const { toolCache } = this.#settings;
    const cacheKey = tool.cache && `${callerOf(this.#settings.context)} ${key}`;
    const cached = cacheKey === undefined ? undefined : toolCache.get(cacheKey);
    if (cached !== undefined) return { output: cached.output, reused: true };

    const other = this.#underWay.get(key);
    if (other !== undefined) return { output: await other, reused: true };
    try {
      const work = this.#execute(tool, sound);
      this.#underWay.set(key, work);
      const output = await work;
      if (tool.cache && cacheKey !== undefined) toolCache.set(cacheKey, output, tool.cache.ttlMs);
      return { output, reused: false };
    } finally {
      this.#underWay.delete(key);
    }
  }

  #execute(tool: BoundTool, { input, turn, call: { id, name } }: SoundCall): Promise<unknown> {
    const { context, waits, toolTimeoutMs, emit } = this.#settings;
    const report = (text: string): void => emit({ type: 'tool_output', turn, id, name, text });
    const timeoutMs = Math.min(tool.timeoutMs ?? toolTimeoutMs, this.#ledger.msLeft);
    return waits.for((signal) => tool.execute(input, { ...context, toolCallId: id, signal, report }), { timeoutMs });
  }
}

/** What must be the same for two callers to be given the same answer. */
function callerOf(context: LoopSettings['context']): string {
  const { principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch } = context;
  return toJsonText([principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch]);
}
