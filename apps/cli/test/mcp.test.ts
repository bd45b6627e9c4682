import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { createDataDirectory, runShipmate, shipmate } from './shipmate.ts';
import { compileCache, locateProgram } from './spawn-process.ts';

/** Connects the official client to `shipmate mcp`. */
async function connect(
  args: readonly string[],
  { variables, mode }: { readonly variables: Readonly<Record<string, string>>; readonly mode: 'auto' | 'legacy' },
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      '--conditions=@shipmate/source',
      '--disable-warning=ExperimentalWarning',
      locateProgram('../src/main.ts'),
      'mcp',
      ...args,
    ],
    env: { ARTIFACT_HUB_URL: 'http://127.0.0.1:9', NODE_COMPILE_CACHE: compileCache, ...variables },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await client.connect(transport, { timeout: 120_000 });
  return { client, stderr: () => stderr };
}

it('shipmate mcp starts an installation, or serves a running one to clients of both revisions', async () => {
  await using folder = await createDataDirectory();
  const variables = { WEB_PORT: '0', TOOLS_API_PORT: '0', WORKER_PORT: '0', DEMO_CLUSTER: 'off' };
  const own = await connect(['--data-dir', folder.path, '--scope', 'read'], { variables, mode: 'auto' });
  const names = (await own.client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('latestKubernetesVersion');
  expect(names).not.toContain('renameFile');
  const [, signInUrl = '', toolsApiUrl = ''] = /Open +(http\S+)[^]*Tools API +(http\S+)/.exec(own.stderr()) ?? [];

  const browser = await signIn(signInUrl);
  const { secret: token } = await browser.post<CreateApiTokenResponse>('/api/tokens', {
    name: 'ide',
    expiresInDays: 1,
    scopes: ['chart:read'],
  });
  const running = (secret: string) => ({ TOOLS_API_URL: toolsApiUrl, SHIPMATE_TOKEN: secret });
  for (const mode of ['auto', 'legacy'] as const) {
    const { client } = await connect(['--toolset', 'chart', '--read-only'], { variables: running(token), mode });
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const result = await client.callTool({ name: 'latestKubernetesVersion', arguments: {} });
    expect(result).toMatchObject({ content: [{ text: expect.stringContaining('1.') }] });
    await client.close();
  }
  const help = (await runShipmate(['mcp', '--help'])).stdout.replaceAll(/\s+/g, ' ');
  const [, families = ''] = /commas: ([a-z, ]+)\. Default: all/.exec(help) ?? [];
  // Families that need a cluster or a platform are unknown here.
  const served = families.split(', ').filter((family) => !['cluster', 'flow', 'operations'].includes(family));
  const known = `Known toolsets: ${served.join(', ')}.`;
  const unknown = connect(['--toolset', 'unknown'], { variables: running(token), mode: 'legacy' });
  await expect(unknown).rejects.toThrow(known);
  await expect(connect([], { variables: running('shp_wrong'), mode: 'legacy' })).rejects.toThrow('not valid');
  const web = new URL(signInUrl).origin;
  const misled = connect(['--url', web], { variables: running(token), mode: 'legacy' });
  await expect(misled).rejects.toThrow(`${web} serves no MCP. Give the URL of tools-api`);

  await own.client.close();
  expect(await runShipmate(['migrate', '--data-dir', folder.path])).toMatchObject({ exitCode: 0 });
});

it.each([
  { args: ['--url', 'http://127.0.0.1:9'], given: {}, says: 'SHIPMATE_TOKEN' },
  {
    args: ['--url', 'http://127.0.0.1:9'],
    given: { SHIPMATE_TOKEN: 'shp_…' },
    says: 'SHIPMATE_TOKEN: has characters that no API token has',
  },
  { args: ['--scope', 'everything'], given: {}, says: 'Scope "everything" not found.' },
])('shipmate mcp refuses $args with $given', async ({ args, given, says }) => {
  const { exitCode, stdout, stderr } = await runShipmate(['mcp', ...args], given as Record<string, string>);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(says);
});

it('shipmate mcp logs texts that are no messages, and fails when a message does not end', async () => {
  const variables = { SHIPMATE_TOKEN: 'shp_any', TOOLS_API_URL: 'http://127.0.0.1:9' };
  await using mcp = shipmate(['mcp'], variables);
  mcp.writeLine('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]');
  mcp.writeLine('{"jsonrpc": "2.0", "id": 2, "method": "ping"}');
  await mcp.waitFor(/"id":2,"error"/);
  mcp.writeLine('x'.repeat(11_000_000));
  expect(await mcp.exited).toBe(1);
  expect(mcp.output().stderr).toContain('mcp text is not a message');
  expect(mcp.output().stderr).toContain('more than 10 MB');
});
