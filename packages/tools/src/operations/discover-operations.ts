import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { clusterInput, roomFor } from '../kubernetes/answer/cluster-input.ts';
import { pageText } from '../kubernetes/answer/page-text.ts';
import { toOperationLine } from './describe-operation.ts';
import type { OperationsPort } from './operations-port.ts';
import { platformAnswerSchema, toModelText } from './platform-answer.ts';

/** The most problems shown; more than a few mean that the setup is wrong. */
const maxProblems = 10;

export const discoverOperations = defineTool({
  name: 'discover_operations',
  description:
    "Lists what the platform's own programs and scripts can do: a line for each operation, with the tool that has it, what it " +
    'needs and what it is for. Use it first when a user wants something built or set up. Its only input is the cursor of a ' +
    'truncated answer. Then call get_operation_parameters for the operation that fits; no other operations exist.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 120_000,
  maxResultChars: 80_000,
  input: () => z.object({ cursor: clusterInput.cursor, maxTokens: clusterInput.maxTokens }),
  output: platformAnswerSchema,
  async execute({ cursor, maxTokens }, context: ToolContext<{ operations: OperationsPort }>) {
    const { operations, problems } = await context.ports.operations.list(context);
    const shown = problems.slice(0, maxProblems);
    const left = problems.length - shown.length;
    const rest = left > 0 ? [`${left} more problems are not shown.`] : [];
    return {
      summary: [`There are ${operations.length} operations.`, ...shown, ...rest].join(' '),
      ...pageText({
        text: operations.map(toOperationLine).join('\n'),
        question: ['operations', operations.length],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'Read on only if none of these fits.',
      }),
    };
  },
  toModel: toModelText,
});
