import { AppError } from '@shipmate/core';
import { type McpDefinitionView, mcpServerSchema, type McpToolView } from '@shipmate/protocol/web/mcp-servers';
import { defineCommand } from '../command.ts';
import { confirmAction } from '../confirm.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { describeMcpServers, findMcpServer, mcpServersNote, mcpServersPath } from '../mcp-servers/find-mcp-server.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate mcp-servers accept`: turns tools of a server on with the definitions that it prints. */
export const mcpServersAccept = defineCommand({
  arguments: {
    server: { description: 'The name or id of the server.', required: true },
    tools: {
      description: 'The tools that are accepted, separated by commas. Default: all that are off or have changed.',
    },
  },
  options: {
    yes: { type: 'boolean', description: 'Accept without asking.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['mcp-servers accept wiki search_pages,read_page', 'Read the definitions of two tools, then turn them on'],
  ],
  notes: `${mcpServersNote}\n${connectionNotes}`,
  run: ({ server: named, tools: listed, yes = false, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { id, tools } = await findMcpServer(connection, named);
      const acceptable = tools.filter((tool) => tool.state !== 'on' && tool.listed !== null);
      const names = listed?.split(',').map((name) => name.trim());
      const missing = names?.find((name) => !acceptable.some((tool) => tool.name === name));
      if (acceptable.length === 0 || missing !== undefined) {
        const subject = missing === undefined ? `Server "${named}"` : `Tool "${missing}"`;
        throw new AppError({ code: 'NOT_FOUND', message: `${subject} has nothing to accept.` });
      }
      const open = names === undefined ? acceptable : acceptable.filter(({ name }) => names.includes(name));
      for (const tool of open) terminal.warn(describeTool(tool));
      const asked = { question: 'Turn these tools on?', purpose: 'to accept the tools', yes };
      if (!(await confirmAction(terminal, asked))) return exitCodes.undecided;
      const decisions = open.map(({ name: tool, revision }) => ({ tool, state: 'on', revision }));
      const path = `${mcpServersPath}/${id}/decisions`;
      const server = await requestJson(connection.web, { path, body: { decisions }, response: mcpServerSchema });
      if (json) printJson(terminal, server);
      else terminal.print(describeMcpServers([server]));
      return exitCodes.success;
    }),
});

function describeTool({ name, state, pinned, listed }: McpToolView): string {
  const before = state === 'changed' && pinned !== null ? toLines('-', pinned) : [];
  return [`${name} (${state})`, ...before, ...(listed === null ? [] : toLines('+', listed))].join('\n');
}

function toLines(sign: string, { description, inputSchema, effect }: McpDefinitionView): readonly string[] {
  const approval = effect === 'read' ? 'reads without approval' : 'asks for approval';
  return [...description.split('\n'), inputSchema, approval].map((line) => `${sign} ${line}`);
}
