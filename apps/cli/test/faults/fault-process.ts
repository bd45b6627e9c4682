// A process of the fault suite: web, worker or both, over a model that is scripted and tools that note what they do.
import { createInterface } from 'node:readline';
import { createDatabase } from '@shipmate/db';
import { createLogger, createShutdown } from '@shipmate/runtime';
import { startServer } from '@shipmate/server';
import { createChartExchange, createFixedKubernetesVersions, createHelmCli } from '@shipmate/tools';
import { compose as composeWeb } from '@shipmate/web/compose';
import { compose as composeWorker } from '@shipmate/worker/compose';
import { toFated } from './fated-unit-of-work.ts';
import type { FaultOrder, FaultSettings } from './fault-settings.ts';
import { openLedger } from './ledger.ts';
import { toRestricted } from './restricted-unit-of-work.ts';
import { createModel, createTools } from './work.ts';

const settings = JSON.parse(process.argv[2] ?? '') as FaultSettings;
const { apps, databaseUrl, leaseSeconds, isRestricted = false, fate, shutdownDelayMs: delayMs = 0 } = settings;
const logger = createLogger({ name: apps.join('+') });
const shutdown = createShutdown({ logger, delayMs });
shutdown.installSignalHandlers();

let isAtWork = false;
const mayTake = new Set<string>();
const letGo = Promise.withResolvers<void>();
const orders = createInterface(process.stdin);
// Nobody is left to tell it anything, or to end it.
orders.on('close', () => process.exit());
orders.on('line', (line) => {
  const told = JSON.parse(line) as FaultOrder;
  if (told.order === 'let_go') letGo.resolve();
  else if (told.order === 'take') mayTake.add(told.runId);
  else mayTake.delete(told.runId);
});

const database = await createDatabase({ databaseUrl }, { logger });
shutdown.add('database', () => database.close());
await database.start();
const restricted = isRestricted ? toRestricted(database.unitOfWork, mayTake) : database.unitOfWork;
const model = createModel(letGo.promise);
const resources = {
  logger,
  database: { ...database, unitOfWork: fate ? toFated(restricted, fate, () => isAtWork) : restricted },
  models: { choices: [], defaultModel: model.id, get: () => model },
  tools: createTools(openLedger(settings.ledger)),
  draining: shutdown.signal,
};
const host = '127.0.0.1';

async function startWorker(): Promise<void> {
  const worker = await composeWorker({ host, leaseSeconds }, resources);
  shutdown.add('runs of the worker', () => worker.close());
}

async function startWeb(): Promise<void> {
  const web = await composeWeb(
    { host, leaseSeconds, userEmail: 'ada@example.test' },
    {
      ...resources,
      chartPorts: { helm: createHelmCli(), kubernetesVersions: createFixedKubernetesVersions() },
      chartExchange: createChartExchange(),
      showSignInLink: () => undefined,
    },
  );
  const server = await startServer({ app: web.app, port: 0, hostname: host, logger });
  shutdown.add('server', () => server.close());
  shutdown.add('runs of web', () => web.close());
}

if (apps.includes('worker')) await startWorker();
if (apps.includes('web')) await startWeb();
isAtWork = true;
logger.info('at work');
