import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestHelm } from '../../../test/support/test-helm.ts';
import { createInlineCompute } from '../../compute/create-inline-compute.ts';
import type { HelmPort } from '../helm-port.ts';
import type { Issue } from '../issue.ts';
import { validateChartFiles } from './validate-chart-files.ts';

const caller = {
  principal: { userId: 'u', organizationId: 'o', via: 'session' },
  signal: new AbortController().signal,
} as const;
const chartYaml = 'apiVersion: v2\nname: shop\nversion: 0.1.0\nicon: https://example.test/icon.svg\n';
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop\ndata:\n';

describe.each([3, 4] as const)('helm %i', (major) => {
  let helm: HelmPort;
  beforeAll(async () => {
    helm = await createTestHelm(major);
  });

  async function validate(
    files: Readonly<Record<string, string>>,
    options: { root?: string; valuesFiles?: string[] } = {},
  ) {
    const { root = '', valuesFiles = [] } = options;
    const prefix = root === '' ? '' : `${root}/`;
    const all = new Map(Object.entries({ [`${prefix}Chart.yaml`]: chartYaml, [`${prefix}values.yaml`]: '', ...files }));
    return validateChartFiles(
      { files: all, root, valuesFiles, kubernetesVersion: '1.32.1' },
      { helm, compute: createInlineCompute() },
      caller,
    );
  }

  async function issuesOf(...args: Parameters<typeof validate>): Promise<readonly Issue[]> {
    return (await validate(...args)).issues;
  }

  it.each(['starter', 'sample'] as const)('reports at most notes for the %s chart', async (template) => {
    const { files } = createWorkspaceFromTemplate(template, 'shop');
    const content = Object.fromEntries(files.map((file) => [file.path, file.content]));
    const issues = await issuesOf(content);
    expect(issues.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('reports the line of a nested template that misses a value once, with a suggestion', async () => {
    const issues = await issuesOf(
      {
        'apps/shop/templates/_helpers.tpl':
          '\n{{- define "shop.port" -}}\n{{ .Values.server.port.number }}\n{{- end }}\n',
        'apps/shop/templates/a.yaml': `${configMap}  port: {{ include "shop.port" . | quote }}\n`,
        'apps/shop/values.yaml': 'server: {}\n',
      },
      { root: 'apps/shop' },
    );
    expect(issues).toEqual([
      {
        severity: 'error',
        source: 'template',
        check: 'template-error',
        message: 'at <.Values.server.port.number>: nil pointer evaluating interface {}.number',
        file: 'apps/shop/templates/_helpers.tpl',
        line: 3,
        suggestion: expect.stringContaining('default in values.yaml'),
      },
    ]);
  });

  it.each([
    ['a missing helper', '{{ include "nope" . }}', 'template-error', 1, /no template "nope"/],
    ['broken syntax', 'a: 1\n{{ if }}', 'template-error', 2, /\bif$/],
    ['a call of fail', 'a: 1\n{{ fail "no way" }}', 'template-error', 2, /^no way$/],
    ['broken YAML', 'a: b\n  c: d\n', 'rendered-yaml', undefined, /not valid YAML: rendered line 2: mapping values/],
  ])('reports %s once', async (...[, template, check, line, message]) => {
    const issues = await issuesOf({ 'templates/a.yaml': template });
    expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([
      { check, message: expect.stringMatching(message), file: 'templates/a.yaml', ...(line && { line }) },
    ]);
  });

  it('validates values against their schema, with every values file', async () => {
    const schema = JSON.stringify({ properties: { replicas: { type: 'integer' } }, required: ['replicas'] });
    const files = {
      'values.yaml': 'replicas: 1\n',
      'values.schema.json': schema,
      'values-prod.yaml': 'replicas: many\n',
    };
    await expect(issuesOf(files)).resolves.not.toContainEqual(expect.objectContaining({ severity: 'error' }));
    const errors = (await issuesOf(files, { valuesFiles: ['values-prod.yaml'] })).filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors).toMatchObject([
      {
        source: 'values',
        check: 'values-schema',
        message: expect.stringContaining('replicas'),
        file: 'values-prod.yaml',
      },
    ]);
  });

  it('reports errors that only one values file causes', async () => {
    const files = {
      'values.yaml': 'labels:\n  a: b\n',
      'values-prod.yaml': 'labels:\n',
      'templates/a.yaml': `${configMap}  a: {{ .Values.labels.a | quote }}\n`,
    };
    await expect(issuesOf(files)).resolves.toEqual([]);
    await expect(issuesOf(files, { valuesFiles: ['values-prod.yaml'] })).resolves.toMatchObject([
      { check: 'template-error', file: 'templates/a.yaml', line: 6 },
    ]);
  });

  it('stops at files that helm cannot read and reports their location', async () => {
    await expect(
      validate({ 'values.yaml': 'a: 1\nb: [\n', 'templates/a.yaml': '{{ nonsense }}' }),
    ).resolves.toMatchObject({
      attempted: false,
      issues: [{ source: 'files', check: 'yaml', file: 'values.yaml', line: 3 }],
    });
  });

  it('continues without a dependency that cannot be fetched', async () => {
    const dependencies =
      'dependencies:\n- name: redis\n  version: 1.0.0\n  repository: oci://registry.example/charts\n';
    const issues = await issuesOf({
      'Chart.yaml': chartYaml + dependencies,
      'templates/a.yaml': `${configMap}  a: b\n`,
    });
    expect(issues).toMatchObject([
      { severity: 'warning', source: 'dependencies', check: 'missing-dependency', file: 'Chart.yaml' },
    ]);
  });

  it('validates rendered objects against the Kubernetes schemas and the target version', async () => {
    const files = {
      'templates/a.yaml':
        'apiVersion: apps/v1\nkind: StatefulSet\nmetadata:\n  name: db\nspec:\n  replicas: two\n  serviceName: db\n  template:\n    spec:\n      containers: []\n',
      'templates/b.yaml':
        'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: db\nspec:\n  minAvailable: 1\n',
      'templates/c.yaml': 'kind: ConfigMap\n',
      'templates/d.yaml': 'apiVersion: example.test/v1\nkind: Anything\nmetadata:\n  name: x\nspec: 1\n',
      'templates/e.yaml': 'apiVersion: v1\nkind: Deployment\nmetadata:\n  name: misplaced\n',
    };
    const errors = (await issuesOf(files)).filter(({ source }) => source === 'kubernetes');
    expect(errors).toMatchObject(
      [
        { check: 'no-object', file: 'templates/c.yaml' },
        { resource: 'Deployment/misplaced', message: 'There is no kind Deployment in v1.' },
        { check: 'kubernetes-schema', resource: 'StatefulSet/db', message: expect.stringContaining('selector') },
        { check: 'kubernetes-schema', resource: 'StatefulSet/db', message: 'spec.replicas must be integer.' },
        {
          check: 'deprecated-api',
          resource: 'PodDisruptionBudget/db',
          suggestion: expect.stringContaining('policy/v1,'),
        },
      ].map((issue) => ({ severity: 'error', ...issue })),
    );
  });

  it('neither renders a library nor checks its values', async () => {
    const files = {
      'Chart.yaml': `${chartYaml}type: library\n`,
      'templates/_names.tpl': '{{ define "names.of" }}{{ .Values.name }}{{ end }}',
    };
    await expect(issuesOf(files)).resolves.toEqual([]);
  });

  it('checks Chart.yaml and the use of values', async () => {
    const issues = await issuesOf({
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: first\ntype: app\nicon: https://example.test/i.svg\n',
      'values.yaml': 'used: 1\nunused: 1\n',
      'templates/a.yaml': `${configMap}  a: {{ .Values.used | quote }}\n  b: {{ .Values.absent | quote }}\n`,
    });
    expect(issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          check: 'chart-yaml',
          file: 'Chart.yaml',
          line: 3,
          message: expect.stringContaining('version'),
        }),
        expect.objectContaining({ check: 'chart-yaml', file: 'Chart.yaml', line: 4 }),
        expect.objectContaining({ check: 'undefined-value', file: 'templates/a.yaml', line: 7 }),
        expect.objectContaining({ check: 'unused-value', file: 'values.yaml', line: 2 }),
      ]),
    );
  });
});
