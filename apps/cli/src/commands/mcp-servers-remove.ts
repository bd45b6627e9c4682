import { defineCommand } from '../command.ts';
import { requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { findMcpServer, mcpServersNote, mcpServersPath } from '../mcp-servers/find-mcp-server.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate mcp-servers remove`: removes a server with its tools and its token. */
export const mcpServersRemove = defineCommand({
  arguments: { server: { description: 'The name or id of the server.', required: true } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['mcp-servers remove wiki', 'Take the tools of a server from all agents']],
  notes: `${mcpServersNote}\n${connectionNotes}`,
  run: ({ server: named, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { id, name } = await findMcpServer(connection, named);
      await requestOk(connection.web, { path: `${mcpServersPath}/${id}`, method: 'DELETE' });
      if (json) printJson(terminal, { id, name });
      else terminal.print(`Removed ${name}.`);
    }),
});
