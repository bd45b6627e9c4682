import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { findProgram, minors } from './support/programs.ts';
import { programEnvironment, runProgram } from './support/run-program.ts';

const cluster = await createCluster();
afterAll(() => cluster.close());
const env = await programEnvironment(cluster);

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec: { containers: [{ name: web, image: "nginx:{{ .Values.tag }}" }] }
`;

async function writeChart(): Promise<string> {
  const chart = await mkdtemp(join(tmpdir(), 'kube-sim-chart-'));
  await mkdir(join(chart, 'templates'));
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
  await writeFile(join(chart, 'values.yaml'), 'replicas: 1\ntag: "1.28"\n');
  await writeFile(join(chart, 'templates', 'deployment.yaml'), deployment);
  return chart;
}

// The packages contain helm 3 and helm 4.
test.each(minors)('helm of layer v%i installs, upgrades, rolls back and uninstalls', async (minor) => {
  const helm = await findProgram('helm', minor);
  const chart = await writeChart();
  const release = `shop-${minor}`;
  const run = async (...args: string[]) => {
    const result = await runProgram(helm, args, { env });
    expect(result).toMatchObject({ exitCode: 0 });
    return result.stdout;
  };
  const image = () => {
    const found = cluster.objects.get({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      namespace: 'default',
      name: release,
    });
    return JSON.stringify(found?.['spec'] ?? {}).match(/nginx:[\d.]+/)?.[0];
  };

  expect(await run('install', release, chart, '--wait', '--timeout=20s')).toContain('STATUS: deployed');
  expect(image()).toBe('nginx:1.28');
  await run('upgrade', release, chart, '--set-string=tag=1.29', '--set=replicas=2', '--wait', '--timeout=20s');
  expect(image()).toBe('nginx:1.29');
  expect(JSON.parse(await run('history', release, '-o', 'json'))).toHaveLength(2);
  await run('rollback', release, '1', '--wait', '--timeout=20s');
  expect(image()).toBe('nginx:1.28');
  await run('uninstall', release);
  expect(image()).toBeUndefined();
});
