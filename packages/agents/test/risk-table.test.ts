import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '@shipmate/core';
import type { ClusterChange, Problem } from '@shipmate/domain/cluster';
import {
  assessChange,
  automaticChanges,
  automaticKinds,
  findAutomaticObjection,
  isMissing,
} from '@shipmate/domain/remediation';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createKubernetesClient, type KubernetesClient, previewChange } from '@shipmate/tools/kubernetes';
import { createInlineCompute } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterObjects, namespace } from './risk-table/cluster-objects.ts';
import { containerRows } from './risk-table/container-rows.ts';
import { creationRows } from './risk-table/creation-rows.ts';
import { objectChangeRows } from './risk-table/object-change-rows.ts';
import { podRows } from './risk-table/pod-rows.ts';
import type { Row } from './risk-table/row.ts';
import { scalingRows } from './risk-table/scaling-rows.ts';
import { variableRows } from './risk-table/variable-rows.ts';

const rows: readonly Row[] = [
  ...scalingRows,
  ...containerRows,
  ...variableRows,
  ...podRows,
  ...creationRows,
  ...objectChangeRows,
];
const principal: Principal = { userId: 'u1', organizationId: 'o1', via: 'local' } as unknown as Principal;
const { signal } = new AbortController();

let cluster: Cluster;
let folder: string;
let kubernetes: KubernetesClient;

beforeAll(async () => {
  cluster = await createCluster();
  for (const object of clusterObjects) cluster.objects.apply(object);
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  await writeFile(join(folder, 'config'), cluster.kubeconfig());
  const client = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'config') } });
  if (!client) throw new Error('The environment names no cluster.');
  kubernetes = client;
});
afterAll(async () => {
  await kubernetes.close();
  await cluster.close();
  await rm(folder, { recursive: true });
});

const problem = (reason: string, name: string, value: string): Problem => {
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', name, namespace };
  const evidence = [{ path: 'volume', value }];
  return {
    severity: 'critical',
    reason,
    object,
    root: object,
    message: '',
    evidence,
    isSymptom: false,
    next: '',
    alike: [],
  };
};

/** The rules report every workload of the table, and one missing ConfigMap. */
const problems: readonly Problem[] = clusterObjects
  .map((object) => {
    const named = problem('CrashLoopBackOff', String(object.metadata.name), '');
    const reference = { ...named.object, apiVersion: String(object.apiVersion), kind: String(object.kind) };
    return { ...named, object: reference, root: reference };
  })
  .concat(problem('MissingConfigMap', 'web', 'configmap/missing'));

const issue = clusterObjects.map((object) => `${object.kind} ${namespace}/${object.metadata.name}`).join(', ');

/** Dry-runs a change and assesses its result. */
async function assess(change: ClusterChange) {
  const [reader, runner] = [await kubernetes.reader({ principal }), await kubernetes.dryRunner({ principal })];
  const trial = { reader, runner, now: cluster.now(), compute: createInlineCompute(), principal, signal };
  const preview = await previewChange(change, trial);
  const { current: before, after } = preview;
  const isCreation = before === undefined && after !== undefined;
  const place = { change: preview.change, before, after, isMissing: isCreation && isMissing(after, problems) };
  const assessment = assessChange(place);
  return {
    effect: preview.effect,
    assessment,
    objection: findAutomaticObjection({ ...place, assessment, problems, issue }),
  };
}

it('the risk table has at least 80 changes with unique titles', () => {
  expect(rows.length).toBeGreaterThanOrEqual(80);
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
});

describe('the risk of a change is the same in every form', () => {
  it.each(rows)('$title: $level', async ({ forms, level, isAutomatic = false }) => {
    for (const form of forms) {
      const { assessment, objection } = await assess(form);
      const seen = { form, level: assessment.risk.level, isAutomatic: objection === undefined };
      expect({ ...seen, reasons: assessment.risk.reasons }).toEqual({
        form,
        level,
        isAutomatic,
        reasons: expect.arrayContaining([expect.stringMatching(/^[A-Z].*\.$/)]),
      });
    }
  });
});

it('docs/remediations.md lists the changes of automatic mode', async () => {
  const text = await readFile(new URL('../../../docs/remediations.md', import.meta.url), 'utf8');
  const [list, conditions] = (text.split('## Automatic mode')[1] ?? '')
    .split('\n\n')
    .filter((part) => part.startsWith('- '))
    .map((part) => part.trim());
  expect(list).toBe(
    Object.values(automaticChanges)
      .map((change) => `- ${change}`)
      .join('\n'),
  );
  const kinds = [...automaticKinds].map((kind) => kind.split('/')[1]).join(', ');
  expect(conditions).toContain(`a ${kinds.replace(/, (\w+)$/, ' or $1')}`);
});
