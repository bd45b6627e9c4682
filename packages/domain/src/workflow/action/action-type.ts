import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import type { FieldCondition } from '../condition/field-condition.ts';

/** A write that an action makes, for the analysis of loops between rules. */
export interface EntityWrite {
  readonly entity: string;
  readonly event: 'on_create' | 'on_update' | 'on_delete';
  /** Written values by field, templates included. Empty if they are not known. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The use of an entity or its field by an action. */
interface FieldUse {
  /** Location in the configuration. */
  readonly path: string;
  readonly entity: string;
  /** Null for the entity itself. */
  readonly field: string | null;
  readonly isWritten: boolean;
}

/** The use of a user or a role by an action. */
interface RecipientUse {
  readonly path: string;
  readonly kind: 'user' | 'role';
  readonly id: string;
}

/** Everything outside its rule to which the configuration of an action refers. */
export interface ActionUses {
  readonly fields?: readonly FieldUse[];
  readonly recipients?: readonly RecipientUse[];
  /** Conditions on the row of the event, with their location. */
  readonly conditions?: { readonly path: string; readonly conditions: readonly FieldCondition[] };
}

/** A type of action: its configuration, its output ports and the data that it uses and changes. */
export interface ActionType<Config extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly category: 'control' | 'data' | 'inventory' | 'notification' | 'integration';
  readonly description: string;
  /** Schema of the configuration. Values may be templates where it accepts text. */
  readonly config: Config;
  /** Output ports, the default port first. */
  readonly ports: readonly [string, ...string[]];
  /** True for an action that can wait for hours, such as for a person. */
  readonly isLong?: boolean;
  /** Lists the writes of a valid configuration. Default none. */
  modifies?(config: z.output<Config>): readonly EntityWrite[];
  /** Lists the references of a valid configuration. Default none. */
  uses?(config: z.output<Config>): ActionUses;
}

/** An action type whose configuration was not narrowed. */
export type AnyActionType = Omit<ActionType, 'modifies' | 'uses'> & {
  modifies?(config: never): readonly EntityWrite[];
  uses?(config: never): ActionUses;
};

/** Declares an action type. */
export function defineActionType<Config extends z.ZodType>(type: ActionType<Config>): ActionType<Config> {
  return type;
}

/** Ports of an action that either works or fails. */
export const outcomePorts = ['success', 'failure'] as const;

/** A text that contains a template. */
const template = z
  .string()
  .max(2_000)
  .regex(/\{\{.*\}\}/s, 'must be a template such as {{quantity}}');

/** Accepts a value, or a template that yields it when the rule runs. */
export function orTemplate<Schema extends z.ZodType>(schema: Schema): z.ZodUnion<[Schema, typeof template]> {
  return z.union([schema, template]);
}

/** Text of a configuration, with a maximum length. */
export function configText(maxLength = 2_000): z.ZodString {
  return z.string().trim().min(1).max(maxLength);
}

/** Values by field name. */
export const fieldValuesSchema = z.record(z.string().min(1).max(200), jsonValueSchema);
