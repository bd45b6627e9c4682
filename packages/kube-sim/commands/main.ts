#!/usr/bin/env node
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { defaultKubeconfig, environment } from './env.ts';
import { recordScenario } from './record/record-scenario.ts';
import { createCluster } from '../src/cluster/create-cluster.ts';
import { listScenarios, loadScenario, parseScenario, type Scenario } from '../src/scenario/scenario.ts';
import { startScenario } from '../src/scenario/start-scenario.ts';
import { defaultKubernetesVersion, parseKubernetesVersion } from '../src/version/kubernetes-version.ts';

const usage = `usage: kube-sim serve [--scenario NAME|FILE.yaml] [--kubernetes-version 1.34] [--port PORT] [--kubeconfig FILE]
       kube-sim record --namespace NAME [--kubeconfig FILE] [--context NAME] [--output FILE.yaml]
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
      : (await startScenario(await findScenario(values.scenario), options)).cluster;
  const file = values.kubeconfig ?? join(await mkdtemp(join(tmpdir(), 'kube-sim-')), 'kubeconfig');
  await writeFile(file, cluster.kubeconfig(), { mode: 0o600 });
  process.stdout.write(`${file}\n`);
  process.stderr.write(`Simulated cluster at ${cluster.url}. It runs no containers. Press Ctrl-C to stop it.\n`);
  const end = () => void cluster.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

async function findScenario(name: string): Promise<Scenario> {
  return /\.ya?ml$/.test(name) ? parseScenario(await readFile(name, 'utf8')) : loadScenario(name);
}

async function record(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      namespace: { type: 'string' },
      kubeconfig: { type: 'string', default: defaultKubeconfig },
      context: { type: 'string' },
      output: { type: 'string' },
    },
  });
  const { namespace, kubeconfig, context, output } = values;
  if (namespace === undefined) return refuseCommand();
  const { scenario, leftOut } = await recordScenario({
    kubeconfig,
    namespace,
    environment,
    ...(context !== undefined && { context }),
  });
  const text = stringify(scenario, { aliasDuplicateObjects: false, lineWidth: 0 });
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
  process.stderr.write(leftOut.map((each) => `left out: ${each}\n`).join(''));
  process.stderr.write('Review the recording before you share it: redaction can miss secrets.\n');
}

function refuseCommand(): void {
  process.stderr.write(usage);
  process.exitCode = 2;
}

async function run([command, ...args]: readonly string[]): Promise<void> {
  if (command === 'serve') return serve(args);
  if (command === 'record') return record(args);
  if (command === undefined || command === '--help') process.stderr.write(usage);
  else refuseCommand();
}

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
