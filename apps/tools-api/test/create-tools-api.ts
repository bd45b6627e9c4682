import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppError, bindTools, defineTool, type Principal, ToolRegistry, silentLogger } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { Scope } from '@shipmate/domain/access';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { createSecret, createToolTokens, extensionTokenPrefix, hashSecret } from '@shipmate/server';
import type { ComputePort, KubernetesClient, SubchartVersionPort } from '@shipmate/tools';
import { openTestTools } from '@shipmate/tools/testing';
import { z } from 'zod';
import { compose } from '../src/compose.ts';

/** A user with a token and a workspace. */
export interface Tenant {
  readonly principal: Principal;
  readonly token: string;
  readonly workspaceId: string;
}

/** Knows redis; every other chart is unknown, except `unreachable`. */
const subchartVersions: SubchartVersionPort = {
  async findLatest({ name }) {
    if (name === 'unreachable') throw new AppError({ code: 'EXTERNAL_API_ERROR', message: 'ArtifactHub is away.' });
    const asOf = new Date(0);
    if (name !== 'redis') return { found: undefined, similar: [], freshness: 'live', asOf };
    const repositoryUrl = 'https://charts.example.test';
    return {
      found: { name, version: '20.6.1', repository: 'example', repositoryUrl },
      similar: [],
      freshness: 'live',
      asOf,
    };
  },
};

const none = z.object({});
const misbehaving = [
  defineTool({
    name: 'throws',
    description: 'Throws what it should not.',
    effect: 'read',
    input: none,
    output: z.unknown(),
    async execute() {
      throw new TypeError('s3cret is not a function');
    },
  }),
  defineTool({
    name: 'hangs',
    description: 'Never ends and ignores its signal.',
    effect: 'read',
    timeoutMs: 20,
    input: none,
    output: z.unknown(),
    execute: () => new Promise<never>(() => undefined),
  }),
  defineTool({
    name: 'counts',
    description: 'Returns what JSON cannot say.',
    effect: 'read',
    input: none,
    output: z.unknown(),
    execute: async () => ({ total: 9_007_199_254_740_993n }),
  }),
];

/**
 * Builds tools-api over an embedded database with every tool, including misbehaving ones, and with cluster tools when a
 * client is given.
 */
export async function createToolsApi({
  kubernetes,
  compute,
  database: given,
}: {
  readonly database?: TestDatabase;
  readonly kubernetes?: KubernetesClient | undefined;
  readonly compute?: ComputePort;
} = {}) {
  const database = given ?? (await createTestDatabase('pglite'));
  const { registry } = openTestTools(createToolStorage(database.unitOfWork), {
    ports: { subchartVersions, ...(kubernetes && { kubernetes }), ...(compute && { compute }) },
  });
  const tools = new ToolRegistry([...Object.values(registry.getAll()), ...bindTools(misbehaving, {})]).freeze();
  const toolTokens = createToolTokens({ secret: 'a secret of thirty-two characters' });
  const draining = new AbortController();
  const models = { get: (id = 'demo:shipmate-demo') => ({ id }) };
  const resources = { logger: silentLogger, database, tools, models, toolTokens, draining: draining.signal };
  const { app } = compose({ host: '127.0.0.1' }, resources);

  /** Sends POST with JSON, or GET without a body, and reads the response. */
  async function send(
    path: string,
    { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> },
  ) {
    const response = await app.request(path, {
      method: body === undefined ? 'GET' : 'POST',
      body: typeof body === 'string' || body === undefined ? (body ?? null) : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
  }

  /** Connects an MCP client of revision 2026-07-28. */
  async function connect(token: string, query = ''): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const transport = new StreamableHTTPClientTransport(new URL(`http://localhost/mcp${query}`), {
      fetch: async (url, init) => app.request(String(url), init),
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    return client;
  }

  return { app, database, draining, toolTokens, send, connect, tools: Object.keys(tools.getAll()) };
}

/** Creates a tenant that shares nothing with another. */
export async function createTenant(database: TestDatabase): Promise<Tenant> {
  const { principal } = await createTestTenant(database.unitOfWork);
  const token = await createToken(database, principal);
  const { workspaces } = database.unitOfWork.stores;
  const workspace = await workspaces.create(principal, createWorkspaceFromTemplate('sample', 'shop'));
  return { principal, token, workspaceId: workspace.id };
}

/** Creates a token with the given scopes, by default the default ones. */
export async function createToken(
  { unitOfWork }: TestDatabase,
  principal: Principal,
  scopes?: readonly Scope[],
): Promise<string> {
  const token = createSecret(extensionTokenPrefix);
  const credential = { id: newId(), name: 'test', secretHash: hashSecret(token), expiresAt: null };
  await unitOfWork.stores.credentials.createExtensionToken(principal, { ...credential, ...(scopes && { scopes }) });
  return token;
}
