import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import type { EvidenceCall } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { consultModel } from '../consult-model.ts';
import type { FlowPorts } from '../flow.ts';
import { evidenceOf } from '../evidence-of.ts';

const systemPrompt = `You answer one question about a Kubernetes cluster. You use read-only tools and change nothing.
- Base every claim on a call that you made. Each result begins with its id, such as [call c2]; name those that show the answer.
- Request little data: name namespaces, labels and columns. Make calls that do not depend on each other side by side, and no call twice.
- Begin with the answer. Name what could not be determined. Be brief.`;

export const query = defineTool({
  name: 'query',
  description:
    'Answers a question about a cluster, with the calls that support the answer. It only reads. Use it for questions that need several ' +
    'reads, such as "which workloads use images from this registry"; for one read use the kubectl tools.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 300_000,
  input: () =>
    z.object({
      question: z.string().trim().min(1).max(2_000),
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
      answer: z.string(),
      evidence: z.array(z.object({ id: z.string(), tool: z.string(), input: z.unknown(), output: z.string() })),
    }),
  async execute({ question, context }, call: ToolContext<FlowPorts>) {
    const { answer, calls } = await consultModel(call.ports, {
      operation: 'query',
      systemPrompt,
      question,
      output: toAnswerSchema,
      cluster: context,
      maxIterations: 15,
      context: call,
    });
    return {
      answer: answer.answer,
      evidence: calls
        .filter(({ id }) => answer.evidence.includes(id))
        .map(({ id, tool, input, output }) => ({ id, tool, input, output })),
    };
  },
  toModel: ({ answer, evidence }) =>
    [
      fenceText(answer, { source: 'model' }),
      ...evidence.map(({ id, tool, input }) => `[${id}] ${tool} ${JSON.stringify(input)}`),
    ].join('\n'),
});

function toAnswerSchema(calls: readonly EvidenceCall[]) {
  return z.object({ answer: z.string().trim().min(1).max(8_000), evidence: evidenceOf(calls) });
}
