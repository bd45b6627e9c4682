import { AppError } from '@shipmate/core';
import { toolListSchema } from '@shipmate/protocol/tools';
import { z } from 'zod';
import { type CommandContext, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { workspaceOption } from '../conversation/question-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { printJson } from '../print-json.ts';
import { callTool } from '../tools/call-tool.ts';
import { describeData } from '../tools/describe-data.ts';
import { parseToolInput } from '../tools/parse-tool-input.ts';

/** `shipmate tools call`: calls one tool. */
export const toolsCall = defineCommand({
  arguments: { name: { description: 'The name of the tool.', required: true } },
  options: {
    input: {
      type: 'string',
      placeholder: '<json>',
      description: 'The input as JSON, or @<file>; @- for standard input.',
    },
    workspace: workspaceOption,
    json: { type: 'boolean', description: 'Print the whole result, also of a failed call.' },
    ...connectionOptions,
  },
  acceptsFields: true,
  examples: [
    ['tools call kubectl_get --resource pods --namespace shop', 'Call a tool with its fields as options'],
    ['tools call kubectl_scale --input \'{"kind": "deployment", "name": "web", "replicas": 3}\'', 'Call it with JSON'],
  ],
  notes:
    'The result is JSON, on a terminal the same as text. A call that changes a cluster or cannot be undone is shown with its dry run and waits for your approval; if the token may\n' +
    `not approve, for that of a person in the browser. Exit code 3: it was denied.\n${connectionNotes}`,
  run: ({ name, input, workspace, json = false, ...options }, { fields, ...context }) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { terminal } = context;
      const { signal } = interrupt;
      const { tools } = await requestJson(connection.tools, { path: '/api/tools', response: toolListSchema, signal });
      const tool = tools.find((known) => known.name === name);
      if (!tool) throw await toMissingTool(name);
      const readInput = () => terminal.readInput();
      const parsed = await parseToolInput({ input, fields, schema: tool.inputSchema, readInput });
      const result = await callTool({ name, input: parsed, workspaceId: workspace }, { connection, terminal, signal });
      if (json) printJson(terminal, result);
      else if (result.success) printData(terminal, result.data);
      if (result.success) return exitCodes.success;
      if (!json) terminal.warn(result.error ?? 'The call failed.');
      return exitCodes.failure;
    }),
});

/** Says where the tool is available, if it is one that tools-api does not serve. */
async function toMissingTool(name: string): Promise<AppError> {
  const { explainCheckoutTool } = await import('@shipmate/tools');
  const sentences = [
    `Tool "${name}" not found.`,
    explainCheckoutTool(name),
    '"shipmate tools list" prints the tools that you may call.',
  ];
  return new AppError({ code: 'NOT_FOUND', message: sentences.filter(Boolean).join(' ') });
}

/** The result of an approved call is the text that an agent would read. */
const textSchema = z.strictObject({ text: z.string() });

function printData(terminal: CommandContext['terminal'], data: unknown): void {
  const { text } = textSchema.safeParse(data).data ?? {};
  if (text !== undefined) terminal.print(text);
  else if (terminal.isResultShown) terminal.print(describeData(data));
  else printJson(terminal, data);
}
