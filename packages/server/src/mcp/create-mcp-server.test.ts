import {
  AppError,
  bindTools,
  defineTool,
  type Logger,
  type Principal,
  silentLogger,
  ToolRegistry,
} from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectMcp, revisions } from '../../test/connect-mcp.ts';
import { ada } from '../../test/test-app.ts';
import { createApp } from '../app/create-app.ts';
import type { McpResourceFamily } from './mcp-resources.ts';
import { type MountMcpOptions, mountMcp } from './mount-mcp.ts';

const remedy = defineTool({
  name: 'remedy',
  description: 'Fixes an issue.',
  category: 'flow',
  effect: 'read',
  input: z.object({
    issue: z.string().describe('What is wrong.'),
    mode: z.enum(['manual', 'automatic']).optional(),
    replicas: z.number().optional(),
  }),
  output: z.object({}),
  execute: async () => ({}),
});
const look = defineTool({ ...remedy, name: 'look', category: 'cluster' });

const notes: McpResourceFamily = {
  scope: 'runs:read',
  uriTemplate: 'test://notes/{owner}/{+path}',
  name: 'Note',
  description: 'A note.',
  mimeType: 'text/plain',
  list: async ({ userId }) => [{ uri: `test://notes/${userId}/a%20b/c`, name: 'First' }],
  async read({ userId }, { owner, path }) {
    if (owner !== userId) throw new AppError({ code: 'NOT_FOUND', message: 'Absent.' });
    if (path === 'broken') throw new Error('s3cret');
    return `note ${path}`;
  },
};

function connectTo(
  revision: (typeof revisions)[number],
  principal: Principal = ada,
  {
    logger = silentLogger,
    resourceFamilies = [notes],
  }: { readonly logger?: Logger; readonly resourceFamilies?: readonly McpResourceFamily[] } = {},
) {
  const app = createApp({ logger });
  mountMcp(app, {
    tools: new ToolRegistry(bindTools([remedy, look], {})),
    authenticate: async () => principal,
    unitOfWork: { stores: {} as MountMcpOptions['unitOfWork']['stores'] },
    resourceFamilies,
  });
  return connectMcp(app, { revision });
}

describe.each(revisions)('the prompts of /mcp for a client of revision %s', (revision) => {
  it('are the flows, with the texts of their inputs as arguments', async () => {
    const client = await connectTo(revision);
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: 'remedy',
        description: 'Fixes an issue.',
        arguments: [
          { name: 'issue', description: 'What is wrong.', required: true },
          { name: 'mode', required: false },
        ],
      },
    ]);
    const { messages } = await client.getPrompt({ name: 'remedy', arguments: { issue: 'It "hangs".', other: 'x' } });
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: {
          text: expect.stringContaining('Call the tool "remedy" with this input: {"issue":"It \\"hangs\\"."}'),
        },
      },
    ]);
    await expect(client.getPrompt({ name: 'remedy' })).rejects.toThrow('needs the argument issue');
    await expect(client.getPrompt({ name: 'look' })).rejects.toThrow('Prompt "look" not found.');
  });

  it('complete arguments that have a list of values', async () => {
    const client = await connectTo(revision);
    const complete = (name: string, value: string) =>
      client.complete({ ref: { type: 'ref/prompt', name: 'remedy' }, argument: { name, value } });
    expect((await complete('mode', 'a')).completion.values).toEqual(['automatic']);
    expect((await complete('issue', 'a')).completion.values).toEqual([]);
  });

  it('are those within the scopes of the token', async () => {
    const client = await connectTo(revision, { ...ada, scopes: ['cluster:read'] });
    expect((await client.listPrompts()).prompts).toEqual([]);
    await expect(client.getPrompt({ name: 'remedy', arguments: { issue: 'x' } })).rejects.toThrow('not found');
  });
});

describe.each(revisions)('the resources of /mcp for a client of revision %s', (revision) => {
  it('are listed and read by URI', async () => {
    const client = await connectTo(revision);
    const [{ uri } = { uri: '' }] = (await client.listResources()).resources;
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/plain', text: 'note a b/c' },
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'test://notes/{owner}/{+path}', name: 'Note' },
    ]);
  });

  it.each(['test://notes/bob/a', 'test://other', 'notes'])('are not found at %s', async (uri) => {
    await expect((await connectTo(revision)).readResource({ uri })).rejects.toThrow(/not found/i);
  });

  it('do not reveal why they cannot be listed, and log it', async () => {
    const logged: unknown[] = [];
    const list = () => Promise.reject(new Error('s3cret'));
    const logger: Logger = { ...silentLogger, error: (_, fields) => logged.push(fields), child: () => logger };
    const client = await connectTo(revision, ada, { resourceFamilies: [{ ...notes, list }], logger });
    const error = await client.listResources().catch((thrown: Error) => thrown.message);
    expect(error).toContain('Something went wrong on our side.');
    expect(logged).toEqual([{ error: expect.objectContaining({ code: 'INTERNAL_ERROR' }) }]);
  });

  it('are listed without the kinds that the credential does not reach', async () => {
    const list = () => Promise.reject(new AppError({ code: 'NOT_FOUND', message: 'Remediation not found.' }));
    const client = await connectTo(revision, ada, { resourceFamilies: [{ ...notes, list }, notes] });
    expect((await client.listResources()).resources).toHaveLength(1);
  });

  it('do not reveal why one cannot be read', async () => {
    const client = await connectTo(revision);
    const error = await client
      .readResource({ uri: 'test://notes/ada/broken' })
      .catch((thrown: Error) => thrown.message);
    expect(error).toBeTypeOf('string');
    expect(error).not.toContain('s3cret');
  });

  it('are those within the scopes of the token', async () => {
    const client = await connectTo(revision, { ...ada, scopes: ['cluster:read'] });
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    await expect(client.readResource({ uri: 'test://notes/ada/a' })).rejects.toThrow(/not found/i);
  });
});
