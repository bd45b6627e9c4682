import { parameterKinds, type OperationParameter, type PlatformOperation } from '@shipmate/domain/operation';
import { answerTypes } from '@shipmate/domain/question';
import { z } from 'zod';
import { operationName, parameterName } from './operation-source.ts';

const words = z.string().trim().max(1_000);

/** An answer's value, of any type. */
export const answerValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const parameterSchema = z
  .strictObject({
    name: z.string().regex(parameterName),
    kind: z.enum(parameterKinds).default('flag'),
    type: z.enum(answerTypes).optional(),
    required: z.boolean().default(false),
    default: answerValueSchema.optional(),
    choices: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
    description: words.default(''),
  })
  .transform(
    ({ type, description, default: fallback, choices, ...rest }): OperationParameter => ({
      ...rest,
      text: description,
      type: rest.kind === 'switch' ? 'boolean' : rest.kind === 'rest' ? 'list' : (type ?? 'string'),
      ...(fallback !== undefined && { default: fallback }),
      ...(choices && { choices }),
    }),
  );

const operationSchema = z.strictObject({
  name: z.string().regex(operationName),
  description: words.default(''),
  /** The arguments that select it; by default the words of its name. */
  arguments: z.array(z.string().min(1).max(200)).max(20).optional(),
  parameters: z
    .array(parameterSchema)
    .max(100)
    .default([])
    .refine((parameters) => areDistinct(parameters), 'two parameters have the same name'),
});

/** A program's description of its operations, from a catalogue or from `--help --json`. */
export const toolDescriptionSchema = z.strictObject({
  description: words.optional(),
  /** True if it accepts `--` as the end of its flags. */
  endOfFlags: z.boolean().default(false),
  operations: z
    .array(operationSchema)
    .max(200)
    .refine((operations) => areDistinct(operations), 'two operations have the same name'),
});

/** Converts a tool's description to its operations. */
export function toOperations(
  tool: string,
  { endOfFlags, operations }: z.output<typeof toolDescriptionSchema>,
): readonly PlatformOperation[] {
  return operations.map(({ name, description, arguments: chosen, parameters }) => ({
    tool,
    operation: name,
    description,
    words: chosen ?? name.split(' '),
    endOfFlags,
    parameters,
  }));
}

/** Describes the first problem of a description on one line. */
export function toProblem({ issues: [issue] }: z.ZodError): string {
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : 'it cannot be read';
}

function areDistinct(named: readonly { readonly name: string }[]): boolean {
  return new Set(named.map(({ name }) => name)).size === named.length;
}
