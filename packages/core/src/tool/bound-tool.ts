import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';
import type { ClientEvent } from './client-event.ts';
import type { ToolEffect } from './tool-effect.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';

/** A tool with its ports in place, its types erased and its schemas converted once. */
export interface BoundTool {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  /** The family whose things a call changes; by default the category. */
  readonly writesTo?: string;
  /** True when some inputs only read, whatever `worstEffect` is. */
  readonly mayRead?: boolean;
  readonly inputSchema: ObjectSchema;
  /** The input as models are told of it, where that is less than what is checked. */
  readonly modelSchema?: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly openWorld: boolean;
  readonly idempotent: boolean;
  readonly route?: string;
  readonly timeoutMs?: number;
  readonly exclusive?: boolean;
  readonly cache?: { readonly ttlMs: number };
  readonly maxResultChars?: number;
  /** The effect whatever the input: the worst of what it can be. */
  readonly worstEffect: ToolEffect;

  /** The effect of a call. **Contract.** `input` was accepted by `parse`. */
  effect(input: unknown): ToolEffect;
  /** Checks and completes an input. @throws AppError `VALIDATION_ERROR` with `details.issues[{path, message}]`. */
  parse(input: unknown): unknown;
  /** Runs the tool on an input that `parse` accepted. **Contract.** Resolves to the checked output or throws `AppError`. */
  execute(input: unknown, context: ToolExecutionContext): Promise<unknown>;
  /** What such a call would do, for whoever is asked to approve it. It changes nothing. @throws AppError when the call cannot be made. */
  preview?(input: unknown, context: ToolExecutionContext): Promise<string>;
  /** What the model sees of an output. */
  toModel(output: unknown): string;
  clientEvents(output: unknown): readonly ClientEvent[];
}
