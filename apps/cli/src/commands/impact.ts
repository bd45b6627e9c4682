import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions } from '../connection/with-connection.ts';
import { clusterOption } from '../conversation/question-options.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { callFlow } from '../tools/call-flow.ts';

const impactSchema = z.object({ facts: z.string(), summary: z.string().nullable() });

/** `shipmate impact`: shows what a change of one object of a cluster would break. */
export const impact = defineCommand({
  arguments: { resource: { description: 'The object, as kind/name.', required: true } },
  options: {
    namespace: { type: 'string', short: 'n', placeholder: '<name>', description: 'The namespace of the object.' },
    change: { type: 'string', placeholder: '<text>', description: 'The planned change. Default: delete it.' },
    context: clusterOption,
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['impact configmap/settings --namespace shop --change "rename the key host"', 'Check a change before you make it'],
  ],
  notes: `It only reads.\n${connectionNotes}`,
  run: async ({ resource, namespace, change, context: cluster, json, ...options }, context) => {
    const { terminal } = context;
    const input = { resource, namespace, change, context: cluster };
    const data = await callFlow({ name: 'impact', input }, { options, context });
    if (json) return printJson(terminal, data);
    const { facts, summary } = impactSchema.parse(data);
    if (summary !== null) terminal.print(`${summary}\n`);
    terminal.print(facts.trimEnd());
  },
});
