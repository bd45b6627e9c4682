import { addFlows } from '../../../packages/agents/src/tools/index.ts';
import { bindTools, silentLogger, ToolRegistry } from '../../../packages/core/src/index.ts';
import { createApp, mountMcp, type MountMcpOptions } from '../../../packages/server/src/index.ts';
import { allTools } from '../../../packages/tools/src/registry.ts';
import { encode } from '../../../packages/tools/test/support/tokenizer.ts';
import { toMarkdownTable } from '../markdown-table.ts';

/** The size of one list of tools, as an MCP client gets it. */
interface ToolList {
  /** Query of the connection. */
  readonly query: string;
  readonly tools: number;
  readonly tokens: number;
}

/** Connections whose lists are measured. */
const queries = [
  'toolset=cluster&readonly=true',
  'toolset=cluster',
  'toolset=chart',
  'toolset=workflow',
  'toolset=tables',
  'toolset=flow',
  'toolset=operations',
  'readonly=true',
  '',
  'structured=true',
] as const;

/** Measures the lists of all tools, none of which is called. */
export async function measureToolLists(): Promise<readonly ToolList[]> {
  const app = createApp({ logger: silentLogger });
  const ports = { kubernetes: {}, operations: {} } as never;
  mountMcp(app, {
    tools: addFlows(new ToolRegistry(bindTools(allTools, ports)), ports),
    authenticate: async () => ({ userId: 'ada', organizationId: 'analytical', via: 'extension_token' }),
    unitOfWork: { stores: {} } as MountMcpOptions['unitOfWork'],
  });
  return Promise.all(
    queries.map(async (query) => {
      const response = await app.request(`http://localhost/mcp?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      const [, data = ''] = /^data: (.+)$/m.exec(await response.text()) ?? [];
      const { tools } = (JSON.parse(data) as { readonly result: { readonly tools: readonly unknown[] } }).result;
      return { query, tools: tools.length, tokens: encode(JSON.stringify(tools)).length };
    }),
  );
}

/** Formats the lists as a table. */
export function toToolListTable(lists: readonly ToolList[]): string {
  const rows = lists.map(({ query, tools, tokens }) => [query === '' ? 'all tools' : query, `${tools}`, `${tokens}`]);
  return toMarkdownTable(['connection', 'tools', 'tokens'], rows);
}
