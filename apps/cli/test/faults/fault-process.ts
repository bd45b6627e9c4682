// A process of the fault tests: web apps and workers with a scripted model and tools that record their calls.
import { createInterface } from 'node:readline';
import { createDatabase } from '@shipmate/db';
import type { UnitOfWork } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createLogger, createShutdown } from '@shipmate/runtime';
import { startServer } from '@shipmate/server';
import { compose as composeWeb } from '@shipmate/web/compose';
import { compose as composeWorker } from '@shipmate/worker/compose';
import { openTestTools } from '@shipmate/tools/testing';
import { createProcessCrash } from './process-crash.ts';
import { toFaulty } from './faulty-unit-of-work.ts';
import type { FaultCommand, FaultSettings, FaultPlan } from './fault-settings.ts';
import { openLedger } from './ledger.ts';
import { toRestricted } from './restricted-unit-of-work.ts';
import { createModel, createTools } from './work.ts';

const settings = JSON.parse(process.argv[2] ?? '') as FaultSettings;
const { databaseUrl, leaseSeconds, isRestricted = false, signal = 'SIGKILL', shutdownDelayMs: delayMs = 0 } = settings;
const grace = settings.readerGraceMs === undefined ? {} : { readerGraceMs: settings.readerGraceMs };
const apps = settings.apps.map((app) => (typeof app === 'string' ? { app } : app));
const logger = createLogger({ name: [...new Set(apps.map(({ app }) => app))].join('+') });
const shutdown = createShutdown({ logger, delayMs });
shutdown.installSignalHandlers();

let isReady = false;
const crash = createProcessCrash(apps.filter(({ crashPoint }) => crashPoint !== undefined).length, signal);
const allowedRuns = apps.map(() => new Set<string>());
const releaseModel = Promise.withResolvers<void>();
const commands = createInterface(process.stdin);
// The parent has exited, so nothing could send commands or end this process.
commands.on('close', () => process.exit());
commands.on('line', (line) => {
  const command = JSON.parse(line) as FaultCommand;
  if (command.type === 'release_model') releaseModel.resolve();
  else if (command.type === 'skip_crash') crash.skip();
  else if (command.type === 'allow') allowedRuns[command.app]?.add(command.runId);
  else allowedRuns[command.app]?.delete(command.runId);
});

const database = await createDatabase({ databaseUrl }, { logger });
shutdown.add('database', () => database.close());
await database.start();
const model = createModel(releaseModel.promise);
const { ports } = openTestTools(createToolStorage(database.unitOfWork));
const resources = {
  logger,
  models: { choices: [], defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
  tools: createTools(openLedger(settings.ledger)),
  ports,
  draining: shutdown.signal,
};
const host = '127.0.0.1';

function unitOfWorkOf({ crashPoint }: FaultPlan, index: number): UnitOfWork {
  const allowed = allowedRuns[index];
  const restricted = isRestricted && allowed ? toRestricted(database.unitOfWork, allowed) : database.unitOfWork;
  return crashPoint
    ? toFaulty(restricted, { crashPoint, isReady: () => isReady, halt: () => crash.reach(index) })
    : restricted;
}

/** Queue of the first worker of a process; further workers get one without jobs, since jobs take no part in runs. */
let jobs = database.jobs;

async function startWorker(unitOfWork: UnitOfWork): Promise<void> {
  const worker = await composeWorker(
    { host, leaseSeconds, ...grace },
    { ...resources, database: { ...database, unitOfWork, jobs } },
  );
  jobs = { ...jobs, work: async () => undefined, schedule: async () => undefined };
  shutdown.add('runs of a worker', () => worker.close());
}

/** Starts a web app and returns its URL. */
async function startWeb(unitOfWork: UnitOfWork): Promise<string> {
  const web = await composeWeb(
    { host, leaseSeconds, userEmail: 'ada@example.test', ...grace },
    {
      ...resources,
      database: { ...database, unitOfWork },
      chartPorts: ports,
      webhooks: ports.webhooks,
      mcp: ports.mcp,
      chartExchange: ports,
      showSignInLink: () => undefined,
    },
  );
  const server = await startServer({ app: web.app, port: 0, hostname: host, logger });
  shutdown.add('server', () => server.close());
  shutdown.add('runs of web', () => web.close());
  return server.url;
}

const urls: string[] = [];
for (const [index, plan] of apps.entries()) {
  const unitOfWork = unitOfWorkOf(plan, index);
  if (plan.app === 'worker') await startWorker(unitOfWork);
  urls.push(plan.app === 'web' ? await startWeb(unitOfWork) : '');
}
isReady = true;
logger.info('apps started', { urls });
