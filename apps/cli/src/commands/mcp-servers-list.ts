import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { describeMcpServers, readMcpServers } from '../mcp-servers/find-mcp-server.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate mcp-servers list`: lists the MCP servers of the organization with their tools. */
export const mcpServersList = defineCommand({
  options: { json: jsonOption, ...connectionOptions },
  examples: [['mcp-servers list', 'Print the servers, and which of their tools are on']],
  notes: connectionNotes,
  run: ({ json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const listed = await readMcpServers(connection);
      if (json) return printJson(terminal, listed);
      const { servers } = listed;
      terminal.print(
        servers.length === 0 ? 'No MCP servers. Add one with "shipmate mcp-servers add".' : describeMcpServers(servers),
      );
    }),
});
