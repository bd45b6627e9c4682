import { AppError, defineTool, repairToolName, type ToolContext } from '@shipmate/core';
import type { PlatformOperation } from '@shipmate/domain/operation';
import { z } from 'zod';
import { clusterInput, roomFor } from '../kubernetes/answer/cluster-input.ts';
import { pageText } from '../kubernetes/answer/page-text.ts';
import { toOperationLine, toParameterLine } from './describe-operation.ts';
import type { OperationsPort } from './operations-port.ts';
import { platformAnswerSchema, toModelText } from './platform-answer.ts';

export const getOperationParameters = defineTool({
  name: 'get_operation_parameters',
  description:
    'Shows the parameters of one operation of the platform, as its program declares them: name, whether it is positional, a flag ' +
    'or a switch, type, whether it is required, default and choices. tool and operation are as discover_operations lists them. Use ' +
    'it before you suggest values; other parameters are not accepted.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 120_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      tool: z.string().trim().min(1).max(100).describe('Name of the tool.'),
      operation: z.string().trim().min(1).max(200).describe('Name of the operation.'),
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: platformAnswerSchema,
  async execute({ tool, operation, cursor, maxTokens }, context: ToolContext<{ operations: OperationsPort }>) {
    const { operations } = await context.ports.operations.list(context);
    const found = findOperation(operations, tool, operation);
    const { parameters } = found;
    return {
      summary: `${found.tool} ${found.operation} has ${parameters.length} parameters.`,
      ...pageText({
        text: [toOperationLine(found), ...parameters.map(toParameterLine)].join('\n'),
        question: ['parameters', tool, operation],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'Read on for the rest.',
      }),
    };
  },
  toModel: toModelText,
});

/** The most alternatives that an error message names. */
const maxNamed = 20;

function findOperation(operations: readonly PlatformOperation[], tool: string, operation: string): PlatformOperation {
  const ofTool = operations.filter((candidate) => candidate.tool === tool);
  const found = ofTool.find((candidate) => candidate.operation === operation);
  if (found) return found;
  const names =
    ofTool.length > 0 ? ofTool.map(({ operation: name }) => name) : [...new Set(operations.map((each) => each.tool))];
  const meant = repairToolName(ofTool.length > 0 ? operation : tool, names);
  const known = `There ${names.length === 1 ? 'is' : 'are'}: ${names.slice(0, maxNamed).join(', ') || 'none'}${names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''}.`;
  const subject = ofTool.length > 0 ? `${tool} has no operation "${operation}"` : `Tool "${tool}" not found`;
  throw new AppError({
    code: 'NOT_FOUND',
    message: `${subject}.${meant === undefined ? '' : ` Did you mean "${meant}"?`} ${known}`,
  });
}
