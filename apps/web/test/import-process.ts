// The web app in a process of its own with a small heap, for the test of parallel imports.
import { demoScript } from '@shipmate/agents/demo';
import { type Principal, silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { newId } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createModelCatalog } from '@shipmate/providers';
import { createByteBudget } from '@shipmate/runtime';
import { createSecret, extensionTokenPrefix, hashSecret, startServer } from '@shipmate/server';
import { openTestTools } from '@shipmate/tools/testing';
import { compose } from '../src/compose.ts';
import type { ImportProcessReport } from './import-process-report.ts';

const database = await createDatabase({ memory: true }, { logger: silentLogger });
await database.migrate();
await database.start();
const { unitOfWork } = database;

async function createToken(name: string): Promise<string> {
  const token = createSecret(extensionTokenPrefix);
  await unitOfWork.transaction(async ({ users, credentials }) => {
    const organization = await users.createOrganization({ id: newId(), name });
    const user = await users.createUser({ id: newId(), email: `${name}@example.test`, name });
    await users.addMember({ organizationId: organization.id, userId: user.id, role: 'owner' });
    const principal: Principal = { userId: user.id, organizationId: organization.id, via: 'local' };
    const scopes = ['chart:read', 'chart:write'] as const;
    const secretHash = hashSecret(token);
    await credentials.createExtensionToken(principal, { id: newId(), name, secretHash, expiresAt: null, scopes });
  });
  return token;
}

const importBudget = createByteBudget({
  name: 'Importing and exporting charts',
  bytes: 100_000_000,
  tenantBytes: 50_000_000,
  maxQueued: 6,
});
const { registry, ports } = openTestTools(createToolStorage(unitOfWork));
const web = await compose(
  { host: '127.0.0.1', userEmail: 'a@example.test' },
  {
    logger: silentLogger,
    database,
    models: createModelCatalog({ environment: {}, demoScript }),
    tools: registry,
    chartExchange: ports,
    chartPorts: ports,
    webhooks: ports.webhooks,
    mcp: ports.mcp,
    importBudget,
    draining: new AbortController().signal,
    showSignInLink: () => undefined,
  },
);
const server = await startServer({ app: web.app, port: 0 });
const tokens = { large: await createToken('large'), small: await createToken('small') };

function report(): void {
  const { charged, peak } = importBudget;
  process.send?.({ url: server.url, tokens, charged, peak } satisfies ImportProcessReport);
}
process.on('message', report);
process.on('disconnect', () => process.exit());
report();
