import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createCluster } from '../../src/index.ts';
import { findProgram, minors } from '../support/programs.ts';
import { programEnvironment, runProgram } from '../support/run-program.ts';
import { splitCommand, toTranscript } from './transcript.ts';

const commands = [
  'top pods',
  'top pods --containers',
  'top nodes',
  'get podmetrics',
  'get hpa',
  'describe hpa web',
  'get apiservices',
  'api-resources --api-group=metrics.k8s.io',
  'describe ingress web',
  'get cronjob report -o jsonpath={.status.lastScheduleTime}',
  'get jobs -o jsonpath={.items[*].status.succeeded}',
  'create configmap made --from-literal=a=1',
  '-n kube-system scale deployment metrics-server --replicas=0',
  'get apiservices',
  'top pods',
  'get --raw /apis/metrics.k8s.io/v1beta1/pods',
];

// kubectl computes some ages with this machine's clock: the cluster starts slightly in the past and is advanced by
// hand. It starts at a full minute, because measurements and jobs follow the clock.
const minuteMs = 60_000;
const cluster = await createCluster({
  startTime: new Date((Math.floor(Date.now() / minuteMs) - 10) * minuteMs),
  metrics: true,
  ingressServers: [{ controller: 'k8s.io/ingress-nginx', address: '203.0.113.10' }],
  images: [{ image: 'web:*', run: { usage: [{ cpu: '600m', memory: '80Mi', shared: true }] } }],
});
afterAll(() => cluster.close());
const manifest = await readFile(new URL('measured.yaml', import.meta.url), 'utf8');

test.each(minors)('kubectl 1.%i prints a cluster with metrics, webhooks and ingress servers', async (minor) => {
  for (const document of parseAllDocuments(manifest)) cluster.objects.apply(document.toJS() as Record<string, unknown>);
  const server = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'metrics-server', namespace: 'kube-system' },
  };
  cluster.objects.apply({ ...server, spec: { replicas: 1 } }, 'test');
  cluster.advance(3 * minuteMs);
  const env = await programEnvironment(cluster);
  const kubectl = await findProgram('kubectl', minor);
  const transcripts: string[] = [];
  for (const line of commands) {
    const result = await runProgram(kubectl, ['--namespace=shop', ...splitCommand(line)], { env, input: '' });
    transcripts.push(toTranscript(line, result));
    cluster.advance(2000);
  }
  await expect(transcripts.join('\n')).toMatchFileSnapshot(`__fixtures__/1.${minor}/measured.txt`);
});
