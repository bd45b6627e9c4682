// Runs all apps in one process over a database in memory, with two organizations, one of which sends hostile calls.
import { compose } from '../../../apps/cli/src/compose.ts';
import { readInstallationEnvironment } from '../../../apps/cli/src/installation-environment.ts';
import { silentLogger } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { newId } from '../../../packages/domain/src/index.ts';
import { createToolStorage } from '../../../packages/domain/src/tool-storage/index.ts';
import { createWorkspaceFromArchive } from '../../../packages/domain/src/archive/index.ts';
import {
  createImportBudget,
  createSecret,
  extensionTokenPrefix,
  hashSecret,
  startServer,
} from '../../../packages/server/src/index.ts';
import { openTools } from '../../../packages/tools/src/index.ts';
import { hostileChart } from './hostile-calls.ts';

const database = await createDatabase({ memory: true }, { logger: silentLogger });
await database.migrate();
await database.start();
const { unitOfWork } = database;

async function createOwner(name: string) {
  const token = createSecret(extensionTokenPrefix);
  const principal = await unitOfWork.transaction(async ({ users, credentials }) => {
    const organization = await users.createOrganization({ id: newId(), name });
    const user = await users.createUser({ id: newId(), email: `${name}@example.test`, name });
    await users.addMember({ organizationId: organization.id, userId: user.id, role: 'owner' });
    const owner = { userId: user.id, organizationId: organization.id, via: 'local' } as const;
    const credential = { id: newId(), name, secretHash: hashSecret(token), expiresAt: null };
    await credentials.createExtensionToken(owner, credential);
    return owner;
  });
  return { principal, token };
}

const [loud, quiet] = [await createOwner('loud'), await createOwner('quiet')];
const archive = createWorkspaceFromArchive({ name: 'big', files: hostileChart, charts: [{ name: 'big', root: '' }] });
const workspace = await unitOfWork.stores.workspaces.create(loud.principal, archive);
const environment = readInstallationEnvironment({ REQUEST_LIMITS: 'off' });
const { toolsApi, composeWeb } = await compose(environment, {
  logger: silentLogger,
  database,
  importBudget: createImportBudget(environment),
  repositoryFolder: '/nonexistent/repositories',
  opened: openTools(environment, { storage: createToolStorage(unitOfWork) }),
  draining: new AbortController().signal,
  showSignInLink: () => undefined,
  webUrl: () => undefined,
});
const tools = await startServer({ app: toolsApi.app, port: 0 });
const web = await composeWeb(tools.url);
const { url } = await startServer({ app: web.app, port: 0 });

let [megabytes, longestTurn, before] = [0, 0, 0];
setInterval(() => {
  const { user, system } = process.threadCpuUsage();
  const now = (user + system) / 1_000;
  longestTurn = Math.max(longestTurn, now - before);
  before = now;
}, 5);
// Reading the size of a large process takes milliseconds, which would count as a turn if it were read each time.
setInterval(() => (megabytes = Math.max(megabytes, process.memoryUsage.rss() / 1_000_000)), 250);
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'start') longestTurn = 0;
  else process.send?.({ longestTurn, megabytes });
});
process.send?.({ webUrl: url, toolsUrl: tools.url, loud: loud.token, quiet: quiet.token, workspaceId: workspace.id });
