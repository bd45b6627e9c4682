import { defineTool, fenceText, toAppError, type ToolContext } from '@shipmate/core';
import {
  describeImpact,
  fencePlainText,
  type KubernetesPort,
  readImpact,
  titleOf,
  toTarget,
} from '@shipmate/tools/kubernetes';
import { z } from 'zod';
import { consultModel } from '../consult-model.ts';
import type { FlowPorts } from '../flow.ts';

const systemPrompt = `You explain to an engineer what a change of one Kubernetes object would break. The dependants of the object were computed from the cluster; you only explain them. Add nothing, and omit no important dependant. Begin with whether the change is safe, then what breaks first and what follows, then how to make the change with less risk. Be brief.`;

export const impact = defineTool({
  name: 'impact',
  description:
    'Shows what would break if an object of a cluster were changed or deleted: who controls it, and everything that selects it or refers to ' +
    'it, directly and through others (workloads, Services, Ingresses, autoscalers, disruption budgets, network policies, bindings). It is ' +
    'computed from the cluster and summarized by a model. It only reads.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 180_000,
  input: () =>
    z.object({
      resource: z.string().trim().min(3).max(400).describe('The object, as kind/name.'),
      namespace: z.string().trim().min(1).max(63).optional(),
      change: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .describe('The planned change, such as "rename the key host".')
        .default('delete it'),
      context: z
        .string()
        .trim()
        .min(1)
        .max(253)
        .describe('Context of the kubeconfig; the current one when left out.')
        .optional(),
    }),
  output: () =>
    z.object({
      object: z.string(),
      dependants: z.array(
        z.object({
          object: z.string(),
          of: z.string(),
          because: z.string(),
          isOptional: z.boolean(),
          distance: z.number(),
        }),
      ),
      /** The computed dependants, as text. */
      facts: z.string(),
      /** A summary by the model; null when the model returned none. */
      summary: z.string().nullable(),
    }),
  async execute(input, call: ToolContext<FlowPorts & { readonly kubernetes: KubernetesPort }>) {
    const { ports, principal, signal } = call;
    const reader = await ports.kubernetes.reader({ context: input.context, principal });
    const found = await readImpact(toTarget(input), { reader, signal });
    const facts = describeImpact(found);
    return {
      object: titleOf(found.object),
      dependants: found.dependants.map(({ object, of, because, isOptional, distance }) => ({
        object: titleOf(object),
        of: titleOf(of),
        because,
        isOptional,
        distance,
      })),
      facts,
      summary: await summarize(`Planned change: ${input.change}\n${fencePlainText(facts, { source: 'object' })}`, call),
    };
  },
  toModel: ({ summary, facts }) =>
    [
      ...(summary === null ? [] : [fenceText(summary, { source: 'model' })]),
      fencePlainText(facts, { source: 'object' }),
    ].join('\n'),
});

/** The computed facts are useful without a summary, so a model error is not fatal. */
async function summarize(question: string, call: ToolContext<FlowPorts>): Promise<string | null> {
  try {
    const { answer } = await consultModel(call.ports, {
      operation: 'impact',
      systemPrompt,
      question,
      output: () => z.object({ summary: z.string().trim().min(1).max(4_000) }),
      tools: [],
      maxIterations: 3,
      context: call,
    });
    return answer.summary;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (call.signal.aborted || error.code === 'DATABASE_ERROR') throw error;
    call.logger.warn('impact could not be summarized', { error });
    return null;
  }
}
