import type { ToolExecutionContext } from '@shipmate/core';
import { answerTypes, checkAnswers, type Question } from '@shipmate/domain/question';
import { z } from 'zod';
import { consultModel } from '../consult-model.ts';
import type { BareSolution } from './find-solutions.ts';
import type { RecommendPorts } from './recommend-ports.ts';

const systemPrompt = `You list the questions that a user must answer before manifests can be written for a solution.

- Read the required and optional fields of its kinds with get_resource_schema, and this organization's conventions with search_patterns.
- Ask only for facts that change the manifests and that no tool can tell you: names, images, sizes, hosts, replicas. Ask at most ten questions. Do not ask for the namespace, and never for passwords or keys.
- Suggest an answer where a sensible default exists. A question without one is required and has no suggestion.`;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const questionSchema = z
  .object({
    name: z.string().regex(/^[A-Za-z][\w-]{0,62}$/),
    text: z.string().trim().min(1).max(500),
    type: z.enum(answerTypes),
    required: z.boolean(),
    choices: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
    suggestion: value.optional(),
  })
  .superRefine((question, context) => {
    try {
      checkAnswers([{ ...toQuestion(question), required: false }], {});
    } catch (thrown) {
      context.addIssue({ code: 'custom', path: ['suggestion'], message: (thrown as Error).message });
    }
  });

const questionsSchema = z.object({ questions: z.array(questionSchema).max(15) });

/** Every solution has this question; the model does not provide it. */
const namespace: Question = {
  name: 'namespace',
  text: 'Which namespace is it for?',
  type: 'string',
  required: true,
  suggestion: 'default',
};

/** Lets the model list the open questions about a solution. */
export async function askAboutSolution(
  ports: RecommendPorts,
  { intent, solution }: { readonly intent: string; readonly solution: BareSolution },
  context: Omit<ToolExecutionContext, 'toolCallId'>,
): Promise<readonly Question[]> {
  const { title, description, kinds, patterns } = solution;
  const { answer } = await consultModel(ports, {
    operation: 'recommend',
    systemPrompt,
    question: `Request: ${intent}\nThe solution: ${JSON.stringify({ title, description, kinds, patterns })}`,
    output: () => questionsSchema,
    tools: ['get_resource_schema', 'search_patterns'],
    maxIterations: 10,
    context,
  });
  const own = new Map(answer.questions.map((question) => [question.name, toQuestion(question)]));
  return [...new Map([[namespace.name, namespace], ...own, [namespace.name, namespace]]).values()];
}

function toQuestion({ choices, suggestion, ...question }: z.output<typeof questionSchema>): Question {
  return { ...question, ...(choices && { choices }), ...(suggestion !== undefined && { suggestion }) };
}
