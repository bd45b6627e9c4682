import { defineTool, type ToolContext, type ToolEffect } from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import type { z } from 'zod';
import { clusterAnswerSchema, toModelText } from '../answer/cluster-answer.ts';
import { type TextReader, toTextReader } from './text-reader.ts';
import { carryOut, type ChangeCall, previewOf, type WritePorts } from './carry-out.ts';

/** The definition of one tool that changes a cluster. */
export interface ChangeToolDefinition<Input extends z.ZodObject & z.ZodType<ChangeCall>, Name extends string> {
  readonly name: Name;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly input: Input;
  /** Default 60 000. */
  readonly timeoutMs?: number;
  readonly maxResultChars?: number;
  /** @throws AppError `VALIDATION_ERROR` when the input describes no change. */
  readonly toChanges: (call: z.output<Input>, read: TextReader) => Promise<readonly ClusterChange[]>;
}

/** Declares a tool that changes a cluster. The approval preview and the execution use the same changes. */
export function defineChangeTool<Input extends z.ZodObject & z.ZodType<ChangeCall>, const Name extends string>(
  definition: ChangeToolDefinition<Input, Name>,
) {
  const { toChanges, ...rest } = definition;
  return defineTool({
    openWorld: true,
    timeoutMs: 60_000,
    ...rest,
    output: clusterAnswerSchema,
    execute: async (call, context: ToolContext<WritePorts>) =>
      carryOut(await toChanges(call, toTextReader(context)), call, context),
    preview: async (call, context) => previewOf(await toChanges(call, toTextReader(context)), call, context),
    toModel: toModelText,
  });
}
