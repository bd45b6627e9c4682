import { toolListSchema } from '@shipmate/protocol/tools';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate tools list`: lists the tools that the caller may call. */
export const toolsList = defineCommand({
  options: {
    family: { type: 'string', placeholder: '<name>', description: 'Only tools of a family, such as cluster or chart.' },
    json: { ...jsonOption, description: 'Print JSON, with the schemas of input and output.' },
    ...connectionOptions,
  },
  examples: [
    ['tools list --family cluster', 'List the tools that read and change clusters'],
    ['tools list --json | jq \'.tools[] | select(.name == "kubectl_logs").inputSchema\'', 'Show the fields of a tool'],
  ],
  notes: connectionNotes,
  run: async ({ family, json, ...options }, context) => {
    const { terminal } = context;
    const listed = await withConnection(options, context, ({ tools }) =>
      requestJson(tools, { path: '/api/tools', response: toolListSchema }),
    );
    const tools = listed.tools.filter(({ category }) => family === undefined || category === family);
    if (json) return printJson(terminal, { tools });
    const rows = tools.map(({ name, category, effect, description }) => [
      name,
      category,
      effect,
      toSentence(description),
    ]);
    terminal.print(rows.length === 0 ? 'No tools.' : alignColumns(rows));
  },
});

/** Returns the first sentence, which names the purpose of the tool. */
function toSentence(description: string): string {
  const [sentence = ''] = description.split(/(?<=[.:])\s/, 1);
  const text = sentence.replace(/:$/, '.');
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
