import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderBeforeAndAfter } from '../src/chart/render-chart-state.ts';
import { validateCharts } from '../src/chart/validate-charts.ts';
import { createCompute } from '../src/compute/create-compute.ts';
import { createFixedKubernetesVersions } from '../src/chart/fixed-kubernetes-versions.ts';
import type { HelmPort } from '../src/helm/helm-port.ts';
import { leastLongestTurnOf } from '@shipmate/config/longest-turn';
import { type ClusterThread, startClusterThread } from './support/start-cluster-thread.ts';
import { type KubernetesTools, openKubernetesTools } from './support/start-kubernetes.ts';
import { createTestHelm } from './support/test-helm.ts';

const compute = createCompute();
const principal = { userId: 'mallory', organizationId: 'loud', via: 'session' } as const;
const caller = { principal, signal: new AbortController().signal };
let cluster: ClusterThread;
let tools: KubernetesTools;
let helm: HelmPort;
beforeAll(async () => {
  cluster = await startClusterThread(new URL('./support/kube-sim-thread.ts', import.meta.url));
  tools = await openKubernetesTools(cluster.kubeconfig, { compute });
  helm = await createTestHelm(4, { compute });
  // The first call loads the worker's modules and the cluster's kinds.
  await compute.run('findYamlProblem', ['a: 1\n'.repeat(1_000)], caller);
  await tools.call('kubectl_apply_dryrun', { manifest: toConfigMap('a: 1') });
  await tools.call('kubectl_apply', { manifest: toConfigMap(manyKeys).replace('name: big', 'name: stored') });
});
afterAll(async () => {
  await tools[Symbol.asyncDispose]();
  await compute.close();
  await cluster[Symbol.asyncDispose]();
});

const toConfigMap = (data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\n  namespace: default\ndata: {${data}}\n`;
const manyKeys = Array.from({ length: 18_000 }, (_, index) => `k${index.toString(36)}: x`).join(', ');
const chartYaml = 'apiVersion: v2\nname: shop\nversion: 0.1.0\nicon: https://example.test/icon.svg\n';
const ports = {
  get helm() {
    return helm;
  },
  compute,
  kubernetesVersions: createFixedKubernetesVersions(),
};
const validate = (files: Readonly<Record<string, string>>) =>
  validateCharts({ files: new Map(Object.entries({ 'Chart.yaml': chartYaml, ...files })), ...caller }, ports);
const manyAnnotations =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\n  annotations:\n{{- range until 20000 }}\n    a{{ . }}: "b"\n{{- end }}\n';

/** On the event loop, each of these takes from 150 ms up to seconds; copies between threads take up to 40 ms on a busy machine. */
const maxTurn = 120;

describe('the event loop is not blocked during', () => {
  it.each<readonly [string, () => Promise<unknown>]>([
    [
      'a dry run of a ConfigMap of 18,000 keys',
      () => tools.call('kubectl_apply_dryrun', { manifest: toConfigMap(manyKeys) }),
    ],
    ['the preview of applying it', () => tools.preview('kubectl_apply', { manifest: toConfigMap(manyKeys) })],
    ['showing a ConfigMap of 18,000 keys', () => tools.call('kubectl_get', { resource: 'configmaps/stored' })],
    ['describing a ConfigMap of 18,000 keys', () => tools.call('kubectl_describe', { resource: 'configmaps/stored' })],
    [
      'listing a ConfigMap of 18,000 keys with a path',
      () => tools.call('kubectl_get', { resource: 'configmaps', columns: ['.data.k1'] }),
    ],
    [
      'a dry run that changes a ConfigMap of 18,000 keys',
      () => tools.call('kubectl_patch_dryrun', { resource: 'configmaps/stored', patch: '{data: {k1: changed}}' }),
    ],
    [
      'a dry run of a patch that is a flow map of 95 KB',
      () =>
        tools
          .call('kubectl_patch_dryrun', {
            resource: 'configmaps/absent',
            patch: `{data: {${manyKeys.slice(0, 95_000).replace(/,[^,]*$/, '')}}}`,
          })
          .catch(() => undefined),
    ],
    [
      'a dry run of a patch of 100,000 brackets',
      () =>
        tools
          .call('kubectl_patch_dryrun', { resource: 'configmaps/absent', patch: '['.repeat(100_000) })
          .catch(() => undefined),
    ],
    [
      'the check of a chart with 40,000 values and 25,000 references',
      () =>
        validate({
          'values.yaml': Array.from({ length: 40_000 }, (_, index) => `v${index}: 1\n`).join(''),
          'templates/a.yaml': Array.from({ length: 25_000 }, (_, index) => `{{ .Values.w${index} }}\n`).join(''),
        }),
    ],
    [
      'the check of a chart with 1 MB of brackets',
      () => validate({ 'values.yaml': '['.repeat(1_000_000) }).catch(() => undefined),
    ],
    ['the check of a chart that renders 20,000 annotations', () => validate({ 'templates/a.yaml': manyAnnotations })],
    [
      'rendering 20,000 annotations',
      () => {
        const files = Object.entries({ 'Chart.yaml': chartYaml, 'templates/a.yaml': manyAnnotations });
        const stored = files.map(([path, content]) => ({ id: path, chartId: null, path, content, pending: null }));
        return renderBeforeAndAfter({ files: stored, ...caller }, ports);
      },
    ],
    [
      'a pattern with front matter of 159 KB',
      () =>
        compute
          .run('readMarkdownPattern', [`---\n${'a: b\n'.repeat(31_800)}---\n# Title\n`], caller)
          .catch(() => undefined),
    ],
    [
      'a conversion of 18,000 keys to a chart',
      () => compute.run('convertManifests', [[{ name: 'big.yaml', content: toConfigMap(manyKeys) }]], caller),
    ],
    [
      'an edit of 1 MB in every line',
      () =>
        compute.run('replaceText', ['x\n'.repeat(400_000), { oldStr: 'x', newStr: 'yy', replaceAll: true }], caller),
    ],
  ])('%s', { timeout: 60_000 }, async (_, work) => {
    expect(await leastLongestTurnOf(maxTurn, work)).toBeLessThan(maxTurn);
  });
});
