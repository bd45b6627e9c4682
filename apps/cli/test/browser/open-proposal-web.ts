import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog, createRunWorker } from '@shipmate/agents';
import { demoScript } from '@shipmate/agents/demo';
import { addFlows } from '@shipmate/agents/tools';
import { type ChatModel, silentLogger } from '@shipmate/core';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createModelCatalog } from '@shipmate/providers';
import { openTestTools } from '@shipmate/tools/testing';
import { openWeb, type OpenWeb } from './open-web.ts';

/** A web app and a worker with a simulated cluster and a platform command. */
export interface ProposalWeb extends OpenWeb {
  readonly cluster: Cluster;
  /** Lets the platform command exit. */
  readonly finish: () => Promise<void>;
}

const description = JSON.stringify({
  operations: [
    {
      name: 'create',
      description: 'Makes a PostgreSQL database.',
      parameters: [
        { name: 'name', kind: 'positional', required: true, description: 'What it is called.' },
        { name: 'size', choices: ['small', 'large'], default: 'small' },
        { name: 'backups', kind: 'switch', description: 'Whether it is backed up.' },
      ],
    },
  ],
});

/** Returns the script of a platform command that fails for "broken", and otherwise runs until the file `finished` exists. */
const toProgram = (finished: string): string => `#!/bin/sh
if [ "$*" = '--help --json' ]; then echo '${description}'; exit; fi
echo "making $*"
case "$*" in *broken*) echo "no space left" >&2; exit 3;; esac
until [ -e '${finished}' ]; do sleep 0.1; done
echo made
`;

/** Starts it with one model. */
export async function openProposalWeb(model: ChatModel): Promise<ProposalWeb> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-platform-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const finished = join(folder, 'finished');
  await writeFile(join(folder, 'databases'), toProgram(finished), { mode: 0o755 });
  const cluster = await createCluster();
  stack.defer(() => cluster.close());
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig());
  const environment = { KUBECONFIG: join(folder, 'kubeconfig'), PLATFORM_COMMANDS: folder, PATH: '/usr/bin:/bin' };
  const web = stack.use(
    await openWeb(async ({ unitOfWork, notifications, defer }) => {
      const models = { ...createModelCatalog({ environment: {}, demoScript }), get: () => model };
      const opened = openTestTools(createToolStorage(unitOfWork), { environment });
      defer(() => opened.close());
      const tools = addFlows(opened.registry, { unitOfWork, models, ...opened.ports });
      const runLog = createRunLog({ unitOfWork, notifications });
      defer(() => runLog.close());
      const approvalSecret = await unitOfWork.stores.secrets.getOrCreate('approvals');
      const shared = { unitOfWork, notifications, runLog, models, tools, approvalSecret, logger: silentLogger };
      const executor = createRunExecutor(shared);
      defer(() => executor.close());
      const draining = new AbortController().signal;
      const worker = createRunWorker({ executor, notifications, logger: silentLogger, draining });
      defer(() => worker.close());
      return { models, tools };
    }),
  );
  const owned = stack.move();
  const finish = () => writeFile(finished, '');
  return { ...web, cluster, finish, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
