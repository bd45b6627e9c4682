import { AppError, toAppError } from '../error/app-error.ts';
import type { Logger } from '../logger/logger.ts';
import { waitFor, Waits } from '../wait/waits.ts';
import { boundText } from './bound-text.ts';
import type { BoundTool } from './bound-tool.ts';
import type { ClientEvent } from './client-event.ts';
import { toJsonText } from './to-json-text.ts';
import type { ToolEffect } from './tool-effect.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';

/** Time limit of a call whose tool and caller set none, in milliseconds. */
export const defaultToolTimeoutMs = 60_000;
/** Characters of a result that a model sees, unless the tool or the caller sets another bound. */
export const defaultMaxResultChars = 16_000;

/** Decision about a call: carry it out, ask a person first, or deny it with a reason for the caller. */
export type ApprovalDecision = 'allow' | 'ask' | { readonly deny: string };

/** A call whose input the tool accepted. */
export interface CheckedCall {
  readonly tool: BoundTool;
  /** The completed input: exactly what the tool receives. */
  readonly input: unknown;
  readonly effect: ToolEffect;
  readonly context: ToolExecutionContext;
}

/** Options for {@link callTool}. */
export interface CallToolOptions {
  /** Its `signal` cancels the call. */
  readonly context: ToolExecutionContext;
  /** Time limit of a tool without one of its own. Default 60 000. */
  readonly timeoutMs?: number;
  /** Upper bound of every time limit, for a caller with a deadline. */
  readonly msLeft?: number;
  /** True when the arguments are text that is not valid JSON or nested too deeply. The tool does not run then. */
  readonly isMalformed?: boolean;
  /** Approves the call. By default every call is allowed. **Contract.** Awaited; an error that it throws is thrown by `callTool`. */
  readonly approve?: ((call: CheckedCall) => ApprovalDecision | Promise<ApprovalDecision>) | undefined;
  /** Called before the tool runs or its input is refused; awaited. The effect of a refused input is `read`. */
  readonly onBegin?: ((effect: ToolEffect) => void | Promise<void>) | undefined;
  /** Answers a read, by executing it or from the result of an identical read. */
  readonly share?: (execute: () => Promise<unknown>) => Promise<SharedOutput>;
  /** The abort listener and timer of a run, shared by its calls. By default the call has its own. */
  readonly waits?: Waits;
}

/** Output of a read, and whether it came from an identical read. */
export interface SharedOutput {
  readonly output: unknown;
  readonly reused: boolean;
}

/** Result of a call that the approval let pass. */
export type FinishedCall =
  | ({ readonly status: 'completed' } & SharedOutput)
  /** The tool does not accept the input and did not run. */
  | { readonly status: 'invalid_input'; readonly error: AppError }
  /** The tool failed, exceeded its time limit (`TIMEOUT`) or was cancelled (`ABORTED`). Unless it only reads, it may have taken effect. */
  | { readonly status: 'failed'; readonly error: AppError };

/** Result of {@link callTool}. */
export type ToolCallResult =
  | FinishedCall
  | { readonly status: 'denied'; readonly reason: string }
  /** A person has to approve the call first. */
  | { readonly status: 'waiting' };

/** Outcome of one tool call. */
export interface ToolCallOutcome {
  /** The tool's output, or `{ error, code }`. */
  readonly output: unknown;
  /** The model's view of the output, not bounded yet. */
  readonly text: string;
  readonly isError: boolean;
  readonly clientEvents: readonly ClientEvent[];
}

/**
 * Calls a tool: checks the input, asks for approval, and runs the tool under its time limit. Every surface calls tools with it.
 *
 * The time limit and `context.signal` are raced: the call returns even when the tool ignores its signal. An unexpected failure
 * is logged. {@link toOutcome} and {@link toResultText} make the words for a model from the result.
 *
 * @throws whatever `approve` and `onBegin` throw; failures of the tool are results.
 */
export function callTool(
  tool: BoundTool,
  input: unknown,
  options: Omit<CallToolOptions, 'approve'> & { readonly approve?: undefined },
): Promise<FinishedCall>;
export function callTool(tool: BoundTool, input: unknown, options: CallToolOptions): Promise<ToolCallResult>;
export async function callTool(tool: BoundTool, input: unknown, options: CallToolOptions): Promise<ToolCallResult> {
  const { context, approve, onBegin } = options;
  const checked = checkInput(tool, input, options);
  if (checked.error === undefined && approve !== undefined) {
    // A caller without types may return nothing, which is no approval.
    const decision: ApprovalDecision = (await approve(checked)) ?? { deny: 'it was not approved.' };
    if (decision === 'ask') return { status: 'waiting' };
    if (decision !== 'allow') return { status: 'denied', reason: decision.deny };
  }
  if (onBegin !== undefined) await onBegin(checked.effect);
  if (checked.error !== undefined) {
    logUnexpected(checked.error, tool, context);
    return { status: 'invalid_input', error: checked.error };
  }
  try {
    const { share } = options;
    if (share === undefined || checked.effect !== 'read') {
      return { status: 'completed', output: await execute(checked, options), reused: false };
    }
    const { output, reused } = await share(() => execute(checked, options));
    return { status: 'completed', output, reused };
  } catch (thrown) {
    const error = toAppError(thrown, { message: `Tool "${tool.name}" failed unexpectedly.` });
    logUnexpected(error, tool, context);
    return { status: 'failed', error };
  }
}

type InputCheck =
  | (CheckedCall & { readonly error?: never })
  | { readonly effect: ToolEffect; readonly error: AppError };

function checkInput(tool: BoundTool, given: unknown, { context, isMalformed }: CallToolOptions): InputCheck {
  try {
    if (isMalformed === true) throw malformedArguments(tool);
    const input = tool.parse(given);
    return { tool, input, effect: tool.effect(input), context };
  } catch (thrown) {
    return {
      effect: 'read',
      error: toAppError(thrown, { message: `The input of tool "${tool.name}" cannot be checked.` }),
    };
  }
}

function malformedArguments({ name }: BoundTool): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `Invalid input for ${name}: the arguments are not valid JSON, or nested more than 200 levels deep. Send one JSON object.`,
  });
}

function execute({ tool, input, effect, context }: CheckedCall, options: CallToolOptions): Promise<unknown> {
  const timeoutMs = Math.min(timeLimitOf(tool, options.timeoutMs), options.msLeft ?? Infinity);
  const waits = options.waits ?? new Waits(context.signal);
  const executed = waits.for((signal) => tool.execute(input, { ...context, signal }), {
    timeoutMs,
    hasEffect: effect !== 'read',
  });
  return options.waits === undefined ? executed.finally(() => waits.close()) : executed;
}

/**
 * Describes what a call would do, under the tool's time limit; `undefined` for a tool without a preview. `input` was accepted by
 * `parse`.
 *
 * @throws AppError when the call cannot be made, `TIMEOUT` or `ABORTED`.
 */
export async function previewCall(
  tool: BoundTool,
  input: unknown,
  context: ToolExecutionContext,
): Promise<string | undefined> {
  if (tool.preview === undefined) return undefined;
  const limits = { signal: context.signal, timeoutMs: timeLimitOf(tool) };
  return waitFor(async (signal) => tool.preview?.(input, { ...context, signal }), limits);
}

/** Time limit of a tool's calls, in milliseconds: its own, else the caller's, else the default; never none. */
function timeLimitOf({ timeoutMs }: Pick<BoundTool, 'timeoutMs'>, callerMs?: number): number {
  const wanted = timeoutMs ?? callerMs ?? defaultToolTimeoutMs;
  return wanted > 0 && wanted < Infinity ? wanted : defaultToolTimeoutMs;
}

function logUnexpected(error: AppError, { name }: BoundTool, { logger, toolCallId }: ToolExecutionContext): void {
  if (error.code === 'INTERNAL_ERROR') logger.error('tool failed', { tool: name, toolCallId, error });
}

/** Converts the result of a call for models and user interfaces. */
export function toOutcome(tool: BoundTool, result: FinishedCall, logger: Logger): ToolCallOutcome {
  return result.status === 'completed' ? succeededOutcome(tool, result.output, logger) : failedOutcome(result.error);
}

/** Outcome of a call that failed or did not run: message and code, never the cause. */
export function failedOutcome({ message, code }: Pick<AppError, 'message' | 'code'>): ToolCallOutcome {
  const output = { error: message, code };
  return { output, text: toJsonText(output), isError: true, clientEvents: [] };
}

/** Outcome of a call that completed; an error if its output reports a failure. If the tool cannot present its output, the model gets the output as JSON. */
export function succeededOutcome(tool: BoundTool, output: unknown, logger: Logger): ToolCallOutcome {
  const attempt = <Shown>(show: () => Shown): Shown | undefined => {
    try {
      return show();
    } catch (error) {
      logger.error('tool output could not be presented', { tool: tool.name, error });
      return undefined;
    }
  };
  // A hook may have replaced the output by a value whose type the tool does not know.
  const shown: unknown = attempt(() => tool.toModel(output));
  return {
    output,
    text: typeof shown === 'string' ? shown : toJsonText(output),
    isError: attempt(() => tool.isFailure?.(output)) ?? false,
    clientEvents: attempt(() => tool.clientEvents(output)) ?? [],
  };
}

/** Bounds of a result's text. */
interface ResultBounds {
  /** For a tool without a bound of its own. Default 16 000. */
  readonly maxResultChars?: number;
  /** Keeps a text that is too long. Returns the next step for a cut at an offset, if the rest can be read. */
  readonly keep?: (text: string) => ((offset: number) => string) | undefined;
}

/** The text of a result as a model sees it: bounded, with head and tail kept and the cut named. */
export function toResultText(
  { maxResultChars }: Pick<BoundTool, 'maxResultChars'>,
  { text }: Pick<ToolCallOutcome, 'text'>,
  bounds: ResultBounds = {},
): string {
  const maxChars = maxResultChars ?? bounds.maxResultChars ?? defaultMaxResultChars;
  return text.length <= maxChars ? text : boundText(text, maxChars, bounds.keep?.(text));
}
