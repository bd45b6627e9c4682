import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Creates a server of the official SDK with one tool that reads and one that fails. */
export function createMcpServer(): McpServer {
  const server = new McpServer({ name: 'wiki', version: '1.0.0' });
  server.registerTool(
    'search',
    {
      description: 'Finds pages.',
      inputSchema: z.object({ query: z.string().regex(/^(a+)+$|x/) }),
      annotations: { readOnlyHint: true },
    },
    async ({ query }) => ({ content: [{ type: 'text', text: `Pages about ${query}.` }] }),
  );
  server.registerTool(
    'write',
    { description: 'Writes a page.', inputSchema: z.object({ query: z.string() }) },
    async () => ({ isError: true, content: [{ type: 'text', text: 'The page is locked.' }] }),
  );
  return server;
}
