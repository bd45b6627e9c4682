import { bindTools, createToolExecutionContext } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { chartTools, createFixedKubernetesVersions, createHelmCli } from '@shipmate/tools';
import { createInlineCompute, sharedHelm } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noSubchartVersions } from './agent-fixture.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(() => database.close());

/** Binds the tools to a sample chart of a new tenant; returns their outputs and the texts for the model. */
async function setUp(helm = sharedHelm) {
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const workspace = await unitOfWork.stores.workspaces.create(principal, createWorkspaceFromTemplate('sample', 'Shop'));
  const ports = {
    ...createToolStorage(unitOfWork),
    subchartVersions: noSubchartVersions,
    kubernetesVersions: createFixedKubernetesVersions(),
    compute: createInlineCompute(),
    helm,
  };
  const tools = new Map(bindTools(chartTools, ports).map((tool) => [tool.name, tool]));
  return async (name: string, input: unknown): Promise<{ readonly output: unknown; readonly text: string }> => {
    const tool = tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const output = await tool.execute(
      tool.parse(input),
      createToolExecutionContext({ principal, workspaceId: workspace.id }),
    );
    return { output, text: tool.toModel(output) };
  };
}

const edit = (oldStr: string, newStr: string, path = 'values.yaml') => ({
  command: 'str_replace',
  path,
  oldStr,
  newStr,
});

describe('validateChart', () => {
  it('passes the sample chart', async () => {
    const call = await setUp();
    const { output, text } = await call('validateChart', {});
    expect(output).toMatchObject({ isolation: expect.stringMatching(/^(?:bwrap|unshare|none)$/) });
    expect(output).toMatchObject({ overallStatus: 'pass', kubernetesVersion: '1.32.1', omittedIssues: 0 });
    expect(text).toMatch(/^pass, for Kubernetes 1\.32\.1\. Errors: 0, warnings: 0/);
  });

  it('checks pending changes and reports the location of an error', async () => {
    const call = await setUp();
    await call('textEditor', edit('.Values.config.currency', '.Values.money.currency', 'templates/configmap.yaml'));
    const { output, text } = await call('validateChart', { chart: '.' });
    expect(output).toMatchObject({
      overallStatus: 'fail',
      results: { template: { status: 'fail' }, files: { status: 'pass', issueCount: 0 } },
    });
    expect(text).toContain(
      '- error [template-error] templates/configmap.yaml:8: at <.Values.money.currency>: nil pointer',
    );
  });

  it('lists the checks that were skipped because of earlier errors', async () => {
    const call = await setUp();
    await call('deleteFile', { path: 'values.yaml' });
    await call('textEditor', { command: 'create', path: 'values.yaml', content: 'currency: [EUR\n' });
    const { output, text } = await call('validateChart', {});
    expect(output).toMatchObject({
      overallStatus: 'fail',
      results: { files: { status: 'fail' }, template: { status: 'skipped' }, practice: { status: 'skipped' } },
    });
    expect(text).toContain('Not checked because of the errors above: chart,');
  });

  it('checks the values files of a chart', async () => {
    const call = await setUp();
    await call('textEditor', { command: 'create', path: 'values-prod.yaml', content: 'storefront:\n  image: none\n' });
    const { output } = await call('validateChart', {});
    expect(output).toMatchObject({ overallStatus: 'fail' });
  });

  it('throws NOT_FOUND for an unknown chart', async () => {
    const call = await setUp();
    await expect(call('validateChart', { chart: 'apps/x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('renderChart', () => {
  it('returns the manifests of each template', async () => {
    const call = await setUp();
    await call('textEditor', edit('currency: EUR', 'currency: USD'));
    const { output, text } = await call('renderChart', { template: 'templates/configmap.yaml' });
    expect(output).toMatchObject({
      succeeded: true,
      compared: false,
      isolation: expect.stringMatching(/^(?:bwrap|unshare|none)$/),
      issues: [],
      manifests: [{ template: 'templates/configmap.yaml', content: expect.stringContaining('CURRENCY: "USD"') }],
    });
    expect(text).toContain('<untrusted source="manifest" name="templates/configmap.yaml">\napiVersion: v1\n');
    await expect(call('renderChart', { template: 'templates/ingress.yaml' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('templates/configmap.yaml'),
    });
  });

  it('renders with a values file', async () => {
    const call = await setUp();
    await call('textEditor', { command: 'create', path: 'ci/values.yaml', content: 'ingress:\n  enabled: true\n' });
    const { output } = await call('renderChart', { valuesFile: 'ci/values.yaml', template: 'templates/ingress.yaml' });
    expect(output).toMatchObject({ manifests: [{ content: expect.stringContaining('kind: Ingress') }] });
  });

  it('compares the manifests before and after the pending changes', async () => {
    const call = await setUp();
    await expect(call('renderChart', { compare: true })).resolves.toMatchObject({
      output: { succeeded: true, compared: true, manifests: [] },
      text: expect.stringContaining('no difference'),
    });
    await call('textEditor', edit('storefront:\n  replicaCount: 2', 'storefront:\n  replicaCount: 5'));
    const { output } = await call('renderChart', { compare: true });
    expect(output).toMatchObject({
      manifests: [
        {
          template: 'templates/storefront-deployment.yaml',
          content: expect.stringMatching(/^-  replicas: 2\n\+  replicas: 5$/m),
        },
      ],
    });
  });

  it('truncates long manifests for the model and says how to read them', async () => {
    const call = await setUp();
    const content =
      '# {{ repeat 100 "long " | repeat 400 }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: long\n';
    await call('textEditor', { command: 'create', path: 'templates/long.yaml', content });
    const { output, text } = await call('renderChart', {});
    expect(JSON.stringify(output).length).toBeGreaterThan(200_000);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toMatch(/… cut: \d+ more characters; ask for this template alone/);
  });

  it('reports why a chart cannot be rendered', async () => {
    const call = await setUp();
    await call('textEditor', edit('kind: ServiceAccount', 'kind: {{ fail "no" }}', 'templates/serviceaccount.yaml'));
    const { output, text } = await call('renderChart', { compare: true });
    expect(output).toMatchObject({
      succeeded: false,
      manifests: [],
      issues: [{ check: 'template-error', file: 'templates/serviceaccount.yaml', line: 3, message: 'no' }],
    });
    expect(text).toContain('cannot be rendered');
  });
});

it('renderChart and validateChart throw UNAVAILABLE when helm is missing, and edits still work', async () => {
  const call = await setUp(createHelmCli({ environment: { HELM_EXECUTABLE: '/nowhere/helm' } }));
  await call('textEditor', edit('currency: EUR', 'currency: USD'));
  for (const name of ['renderChart', 'validateChart']) {
    await expect(call(name, {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Install helm 3 or 4'),
    });
  }
});
