#!/usr/bin/env node
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createCluster } from './cluster/create-cluster.ts';
import { listScenarios, loadScenario } from './scenario/load-scenario.ts';
import { startScenario } from './scenario/start-scenario.ts';
import { defaultKubernetesVersion, parseKubernetesVersion } from './version/kubernetes-version.ts';

const usage = `usage: kube-sim serve [--scenario NAME] [--kubernetes-version 1.34] [--port PORT] [--kubeconfig FILE]
scenarios: ${(await listScenarios()).join(', ')}
`;

async function serve(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      kubeconfig: { type: 'string' },
      scenario: { type: 'string' },
      'kubernetes-version': { type: 'string', default: defaultKubernetesVersion },
    },
  });
  const port = Number(values.port);
  const options = { port, kubernetesVersion: parseKubernetesVersion(values['kubernetes-version']) };
  const cluster =
    values.scenario === undefined
      ? await createCluster(options)
      : (await startScenario(await loadScenario(values.scenario), options)).cluster;
  const file = values.kubeconfig ?? join(await mkdtemp(join(tmpdir(), 'kube-sim-')), 'kubeconfig');
  await writeFile(file, cluster.kubeconfig(), { mode: 0o600 });
  process.stdout.write(`${file}\n`);
  process.stderr.write(`A simulated cluster at ${cluster.url}; it runs no containers. End with Ctrl-C.\n`);
  const end = () => void cluster.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

const [command, ...args] = process.argv.slice(2);
if (command === 'serve') await serve(args);
else {
  process.stderr.write(usage);
  process.exitCode = command === undefined || command === '--help' ? 0 : 2;
}
