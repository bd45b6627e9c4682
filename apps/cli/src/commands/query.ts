import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions } from '../connection/with-connection.ts';
import { clusterOption } from '../conversation/question-options.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { callFlow } from '../tools/call-flow.ts';

const answerSchema = z.object({
  answer: z.string(),
  evidence: z.array(z.object({ id: z.string(), tool: z.string(), input: z.unknown() })),
});

/** `shipmate query`: answers a question about a cluster, with its evidence. */
export const query = defineCommand({
  arguments: { question: { description: 'The question, in your words.', required: true, sentence: true } },
  options: { context: clusterOption, json: jsonOption, ...connectionOptions },
  examples: [['query "which workloads use images from docker.io?"', 'Ask about a cluster']],
  notes: `It only reads.\n${connectionNotes}`,
  run: async ({ question, context: cluster, json, ...options }, context) => {
    const { terminal } = context;
    const data = await callFlow({ name: 'query', input: { question, context: cluster } }, { options, context });
    if (json) return printJson(terminal, data);
    const { answer, evidence } = answerSchema.parse(data);
    terminal.print(answer);
    for (const { id, tool, input } of evidence) terminal.warn(`[${id}] ${tool} ${JSON.stringify(input)}`, 'dim');
  },
});
