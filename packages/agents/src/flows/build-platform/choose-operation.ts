import type { ToolExecutionContext } from '@shipmate/core';
import type { PlatformOperation } from '@shipmate/domain/operation';
import { checkAnswers, type AnswerValue } from '@shipmate/domain/question';
import type { OperationsPort } from '@shipmate/tools';
import { z } from 'zod';
import { consultModel } from '../consult-model.ts';
import type { FlowPorts } from '../flow.ts';

const systemPrompt = `You choose the platform operation that fulfils the user's request.

- Call discover_operations, then get_operation_parameters for the candidates. No other operations exist.
- Choose the one operation that fulfils the request. If none does, answer with tool and operation null, and name the missing operation.
- Suggest values only for parameters that the request states or implies. Leave the others to their defaults and to the user: never invent names, regions, sizes or credentials.`;

/**
 * The operation that matches an intent and suggested values for its parameters; `operation` is undefined when none
 * matches, and `why` gives the reason.
 */
interface ChosenOperation {
  readonly operation: PlatformOperation | undefined;
  readonly why: string;
  readonly suggestions: Readonly<Record<string, AnswerValue>>;
}

/**
 * Lets the model choose an operation for an intent. The chosen operation exists, and its suggestions are valid values
 * of its parameters.
 */
export async function chooseOperation(
  ports: FlowPorts & { readonly operations: OperationsPort },
  intent: string,
  context: Omit<ToolExecutionContext, 'toolCallId'>,
): Promise<ChosenOperation> {
  const { operations } = await ports.operations.list(context);
  const schema = createChoiceSchema(operations);
  const { answer } = await consultModel(ports, {
    operation: 'build-platform',
    systemPrompt,
    question: `Request: ${intent}`,
    output: () => schema,
    tools: ['discover_operations', 'get_operation_parameters'],
    maxIterations: 10,
    context,
  });
  const suggestions = Object.fromEntries(answer.suggestions.map(({ parameter, value }) => [parameter, value]));
  return { operation: findOperation(operations, answer), why: answer.why, suggestions };
}

type Named = { readonly tool: string | null; readonly operation: string | null };

function findOperation(operations: readonly PlatformOperation[], { tool, operation }: Named) {
  return operations.find((each) => each.tool === tool && each.operation === operation);
}

/** Rejects a choice that cannot be executed, so that the model corrects it. */
function createChoiceSchema(operations: readonly PlatformOperation[]) {
  return z
    .object({
      tool: z.string().nullable().describe('As discover_operations lists it; null when nothing fits.'),
      operation: z.string().nullable(),
      why: z.string().trim().min(1).max(1_000).describe('Why it fits, or what is missing, in a sentence or two.'),
      suggestions: z
        .array(
          z.object({
            parameter: z.string(),
            value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
          }),
        )
        .max(100)
        .default([]),
    })
    .superRefine((choice, context) => {
      if (choice.tool === null && choice.operation === null) return;
      const operation = findOperation(operations, choice);
      const problem = operation ? findProblem(operation, choice.suggestions) : 'Operation of this tool not found.';
      if (problem !== undefined) context.addIssue({ code: 'custom', path: ['operation'], message: problem });
    });
}

function findProblem(
  { parameters }: PlatformOperation,
  suggestions: readonly { readonly parameter: string; readonly value: AnswerValue }[],
): string | undefined {
  try {
    const optional = parameters.map((parameter) => ({ ...parameter, required: false }));
    checkAnswers(optional, Object.fromEntries(suggestions.map(({ parameter, value }) => [parameter, value])));
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
