import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: 'npx',
    args: ['shipmate', 'mcp', '--toolset', 'chart', '--read-only'],
    env: { ...(process.env as Record<string, string>), SHIPMATE_DATA_DIR: '.shipmate' },
  }),
);
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).includes('latestKubernetesVersion'));
const result = await client.callTool({ name: 'latestKubernetesVersion', arguments: { semverField: 'minor' } });
for (const part of result.content) if (part.type === 'text') console.log(part.text);
await client.close();
