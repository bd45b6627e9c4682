import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';
import type { ClientEvent } from './client-event.ts';
import { overrideMembers } from './lazy-members.ts';
import type { ToolEffect } from './tool-effect.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';

/** A tool that is bound to its ports, with erased types. Its schemas may be converted when they are first read: a copy is made by `overrideTool`. */
export interface BoundTool {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  /** The family that a call changes; by default the category. */
  readonly writesTo?: string;
  /** True if some inputs only read, whatever `worstEffect` is. */
  readonly mayRead?: boolean;
  readonly inputSchema: ObjectSchema;
  /** The input schema for models, if it differs from the schema that is checked. */
  readonly modelSchema?: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly openWorld: boolean;
  readonly idempotent: boolean;
  /** True if each call works in a workspace, which its context names. */
  readonly needsWorkspace?: boolean;
  readonly route?: string;
  /** Time limit of a call in milliseconds; without one `callTool` applies the caller's or the default of 60 s. */
  readonly timeoutMs?: number;
  readonly exclusive?: boolean;
  readonly maxResultChars?: number;
  /** The worst effect of any input. */
  readonly worstEffect: ToolEffect;

  /** The effect of a call. **Contract.** `input` was accepted by `parse`. */
  effect(input: unknown): ToolEffect;
  /** Checks and completes an input. @throws AppError `VALIDATION_ERROR` with `details.issues[{path, message}]`. */
  parse(input: unknown): unknown;
  /**
   * Runs the tool on an input that `parse` accepted. Call it through `callTool`. **Contract.** Resolves to the checked output or
   * throws `AppError`.
   */
  execute(input: unknown, context: ToolExecutionContext): Promise<unknown>;
  /** Describes what a call would do, for its approval; changes nothing. @throws AppError when the call cannot be made. */
  preview?(input: unknown, context: ToolExecutionContext): Promise<string>;
  /** The model's view of an output. */
  toModel(output: unknown): string;
  /** True when an output reports that the work failed, although the call returned. */
  isFailure?(output: unknown): boolean;
  clientEvents(output: unknown): readonly ClientEvent[];
}

/** Returns a tool with other members in place of some; its schemas are still converted when they are first read. */
export function overrideTool(tool: BoundTool, members: Partial<BoundTool>): BoundTool {
  return overrideMembers(tool, members);
}
