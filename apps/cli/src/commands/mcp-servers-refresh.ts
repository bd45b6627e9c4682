import { mcpServerSchema } from '@shipmate/protocol/web/mcp-servers';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { describeMcpServers, findMcpServer, mcpServersNote, mcpServersPath } from '../mcp-servers/find-mcp-server.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate mcp-servers refresh`: lists the tools of a server again. */
export const mcpServersRefresh = defineCommand({
  arguments: { server: { description: 'The name or id of the server.', required: true } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['mcp-servers refresh wiki', 'Check whether tools have changed']],
  notes: `Exits with code 3 when a tool has changed and a person has to decide.\n${mcpServersNote}\n${connectionNotes}`,
  run: ({ server: named, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { id } = await findMcpServer(connection, named);
      const path = `${mcpServersPath}/${id}/refresh`;
      const server = await requestJson(connection.web, { path, body: {}, response: mcpServerSchema });
      if (json) printJson(terminal, server);
      else terminal.print(describeMcpServers([server]));
      return server.tools.some(({ state }) => state === 'changed') ? exitCodes.undecided : exitCodes.success;
    }),
});
