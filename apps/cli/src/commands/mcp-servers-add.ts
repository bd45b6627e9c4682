import { readFile } from 'node:fs/promises';
import { AppError } from '@shipmate/core';
import { contextTypes } from '@shipmate/domain/conversation';
import { mcpServerSchema } from '@shipmate/protocol/web/mcp-servers';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { describeMcpServers, mcpServersNote, mcpServersPath } from '../mcp-servers/find-mcp-server.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate mcp-servers add`: adds an MCP server, whose tools are off. */
export const mcpServersAdd = defineCommand({
  arguments: { name: { description: 'Its name: lowercase letters, digits and hyphens.', required: true } },
  options: {
    address: { type: 'string', placeholder: '<url>', description: 'The URL of a server over HTTP.' },
    program: {
      type: 'string',
      placeholder: '<name>',
      description: 'A program of MCP_PROGRAMS, in place of an address.',
    },
    'token-file': { type: 'string', placeholder: '<path>', description: 'A file with the bearer token of the server.' },
    agents: {
      type: 'string',
      placeholder: '<names>',
      description: `The agents that get its tools, separated by commas: ${contextTypes.join(', ')}.`,
    },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['mcp-servers add wiki --address https://mcp.example.com/mcp --agents cluster,plain', 'Add a server']],
  notes: `Its tools are off until you accept them with "shipmate mcp-servers accept".\n${mcpServersNote}\n${connectionNotes}`,
  run: ({ name, address: url = null, program = null, agents, json, 'token-file': file, ...options }, context) =>
    withConnection(options, context, async ({ web }) => {
      const { terminal } = context;
      if (agents === undefined) {
        const message = `The agents are missing. Add --agents with names of: ${contextTypes.join(', ')}.`;
        throw new AppError({ code: 'VALIDATION_ERROR', message });
      }
      const token = file === undefined ? undefined : (await readFile(file, 'utf8')).trim();
      const body = { name, url, program, token, contextTypes: agents.split(',').map((agent) => agent.trim()) };
      const server = await requestJson(web, { path: mcpServersPath, body, response: mcpServerSchema });
      if (json) printJson(terminal, server);
      else terminal.print(describeMcpServers([server]));
    }),
});
