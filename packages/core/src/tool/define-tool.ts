import type { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { ClientEvent } from './client-event.ts';
import { overrideMembers, withLazyMembers } from './lazy-members.ts';
import type { ToolContext } from './tool-execution-context.ts';
import type { ToolEffect } from './tool-effect.ts';

/** What a tool is beside its schemas. */
interface ToolParts<Input extends z.ZodObject, Output extends z.ZodType, Ports, Name extends string = string> {
  readonly name: Name;
  /** For the model: when to use the tool, what it returns, how to read the rest of a result that was cut. */
  readonly description: string;
  /** Groups tools for people and for `ToolRegistry.getByCategory`; by default the family that lists it. */
  readonly category?: string;
  /** The family that a call changes, if it is not the tool's own. Token scopes and standing grants apply to it. */
  readonly writesTo?: string;
  readonly effect: ToolEffect | EffectOf<z.output<Input>>;
  /** The worst effect, for an `effect` that depends on the input. Default `write`. */
  readonly worstEffect?: ToolEffect;
  /** True if the outcome depends on systems outside of this installation. */
  readonly openWorld?: boolean;
  /** True if a repeated call with the same input changes nothing more. */
  readonly idempotent?: boolean;
  /** True if each call works in a workspace, which its context names. */
  readonly needsWorkspace?: boolean;
  /** An HTTP path of its own beside `/api/tools/{name}`, relative to `/api/tools`. */
  readonly route?: string;
  /** Time limit of a call in milliseconds. Default 60 000, or the caller's own default. */
  readonly timeoutMs?: number;
  /** True if no other call of the same run may be in progress at the same time. */
  readonly exclusive?: boolean;
  /** Characters of a result that the model sees at once, instead of the loop's own bound. */
  readonly maxResultChars?: number;
  /** The model's view of an output; by default its JSON. */
  toModel?(output: z.output<Output>): string;
  /** True when an output reports that the work failed. The call then counts as failed, and its output is kept. */
  isFailure?(output: z.output<Output>): boolean;
  /** Events for a user interface about an output. */
  clientEvents?(output: z.output<Output>): readonly ClientEvent[];

  /**
   * Carries out a call.
   *
   * **Contract.** Returns its output or throws `AppError`; honours `context.signal`; takes identity, workspace and run from the
   * context alone.
   */
  execute(input: z.output<Input>, context: ToolContext<Ports>): Promise<z.input<Output>>;
  /**
   * Describes what a call would do, for the person who is asked to approve it.
   *
   * **Contract.** Changes nothing. An error that it throws is the reason why the call cannot be made, without an approval.
   */
  preview?(input: z.output<Input>, context: ToolContext<Ports>): Promise<string>;
}

/** Definition of a tool, from which every surface is made. */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports,
  Name extends string = string,
> extends ToolParts<Input, Output, Ports, Name> {
  readonly input: Input;
  readonly output: Output;
}

/**
 * A definition as it is written. A function makes its schema when that is first read, so that a process with many tools makes the
 * schemas of those that it uses.
 */
export interface ToolDeclaration<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports,
  Name extends string = string,
> extends ToolParts<Input, Output, Ports, Name> {
  readonly input: Input | (() => Input);
  readonly output: Output | (() => Output);
}

/** The effect of a call as a function of its input. A method type, so that definitions of any input are assignable. */
export type EffectOf<Input> = { effect(input: Input): ToolEffect }['effect'];

/** Any tool definition, whatever its types. */
export interface AnyToolDefinition extends Omit<ToolDefinition<z.ZodObject, z.ZodType, never>, 'execute' | 'preview'> {
  execute(input: never, context: never): Promise<unknown>;
  preview?(input: never, context: never): Promise<string>;
}

/** Pattern of the names that every provider accepts. */
export const toolNamePattern: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Defines a tool for every surface.
 *
 * @throws AppError `VALIDATION_ERROR` for a name that some provider refuses.
 */
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports = unknown,
  Name extends string = string,
>(declaration: ToolDeclaration<Input, Output, Ports, Name>): ToolDefinition<Input, Output, Ports, Name> {
  const { name } = declaration;
  if (!toolNamePattern.test(name)) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `Tool name "${name}" must match ${toolNamePattern.source}.`,
    });
  }
  return withLazyMembers(declaration, {
    input: () => toSchema(declaration.input),
    output: () => toSchema(declaration.output),
  });
}

/** Defines a family of tools. Its name is the category of each tool without one of its own. */
export function defineToolFamily<const Definitions extends readonly AnyToolDefinition[]>(
  family: string,
  definitions: Definitions,
): Definitions {
  return definitions.map((definition) =>
    overrideMembers(definition, { category: definition.category ?? family }),
  ) as unknown as Definitions;
}

function toSchema<Schema extends z.ZodType>(schema: Schema | (() => Schema)): Schema {
  return typeof schema === 'function' ? schema() : schema;
}
