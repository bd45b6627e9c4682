import type { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { ClientEvent } from './client-event.ts';
import type { ToolContext } from './tool-execution-context.ts';
import type { ToolEffect } from './tool-effect.ts';

/** A tool, declared once. Every surface is made from this. */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports,
  Name extends string = string,
> {
  readonly name: Name;
  /** Written for a model: when to use it, what comes back, how to go on when it was cut. */
  readonly description: string;
  /** Groups tools for people and for `ToolRegistry.getByCategory`; by default the family that lists it. */
  readonly category?: string;
  /** The family whose things a call changes, where that is not the tool's own: scopes of tokens and standing grants go by it. */
  readonly writesTo?: string;
  readonly effect: ToolEffect | EffectOf<z.output<Input>>;
  /** For an `effect` that depends on the input: the worst it can be. Default `write`. */
  readonly worstEffect?: ToolEffect;
  readonly input: Input;
  readonly output: Output;
  /** True when the outcome depends on systems outside this installation. */
  readonly openWorld?: boolean;
  /** True when a repeated call with the same input changes nothing more. */
  readonly idempotent?: boolean;
  /** An HTTP path of its own beside `/api/tools/{name}`, relative to `/api/tools`. */
  readonly route?: string;
  readonly timeoutMs?: number;
  /** True when no other call of the same run may be under way with it. */
  readonly exclusive?: boolean;
  /** Reads of the same input and caller are answered from memory for so long. Leave it out where other tools change the answer. */
  readonly cache?: { readonly ttlMs: number };
  /** Characters of a result that the model sees at once, where the loop's own limit does not fit. */
  readonly maxResultChars?: number;
  /** What the model sees of an output; by default its JSON. */
  toModel?(output: z.output<Output>): string;
  /** What a user interface is told of an output. */
  clientEvents?(output: z.output<Output>): readonly ClientEvent[];

  /**
   * Does the work.
   *
   * **Contract.** It returns its output or throws `AppError`; it honours `context.signal`; it takes identity, workspace and
   * run from the context alone.
   */
  execute(input: z.output<Input>, context: ToolContext<Ports>): Promise<z.input<Output>>;
  /**
   * What a call would do, for the person who is asked to approve it.
   *
   * **Contract.** It changes nothing. What it throws says why the call cannot be made, and nobody is asked then.
   */
  preview?(input: z.output<Input>, context: ToolContext<Ports>): Promise<string>;
}

/** The effect of a call as a function of its input. Declared as a method so that definitions of any input are comparable. */
export type EffectOf<Input> = { effect(input: Input): ToolEffect }['effect'];

/** Any tool definition, whatever its types. */
export interface AnyToolDefinition extends Omit<ToolDefinition<z.ZodObject, z.ZodType, never>, 'execute' | 'preview'> {
  execute(input: never, context: never): Promise<unknown>;
  preview?(input: never, context: never): Promise<string>;
}

/** Names that every provider accepts. */
export const toolNamePattern: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Declares a tool: one file, one call, every surface.
 *
 * @throws AppError `VALIDATION_ERROR` when the name is not one that every provider accepts.
 */
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports = unknown,
  Name extends string = string,
>(definition: ToolDefinition<Input, Output, Ports, Name>): ToolDefinition<Input, Output, Ports, Name> {
  if (!toolNamePattern.test(definition.name)) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `Tool name "${definition.name}" must match ${toolNamePattern.source}.`,
    });
  }
  return definition;
}

/** Groups definitions: each takes the family's name as its category unless it names its own. */
export function defineToolFamily<const Definitions extends readonly AnyToolDefinition[]>(
  family: string,
  definitions: Definitions,
): Definitions {
  return definitions.map((definition) => ({ category: family, ...definition })) as unknown as Definitions;
}
