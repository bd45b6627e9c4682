import { afterAll, describe, expect, test } from 'vitest';
import { createCluster, type KubernetesVersion } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { findProgram } from './support/programs.ts';
import { programEnvironment, runProgram } from './support/run-program.ts';

const versions: readonly KubernetesVersion[] = ['1.32', '1.35'];

describe.each(versions)('Kubernetes %s', async (kubernetesVersion) => {
  const isNew = kubernetesVersion === '1.35';
  const cluster = await createCluster({ kubernetesVersion });
  afterAll(() => cluster.close());
  const call = createApiClient(cluster);

  test('reports its version', async () => {
    const { body } = await call('/version');
    expect(body).toMatchObject({ major: '1', minor: kubernetesVersion.slice(2) });
    expect((body as { gitVersion: string }).gitVersion).toMatch(`v${kubernetesVersion}.`);
    expect('emulationMinor' in (body as object)).toBe(isNew);
    const node = cluster.objects.get({ apiVersion: 'v1', kind: 'Node', name: 'node-1' });
    expect(JSON.stringify(node)).toContain(`"kubeletVersion":"v${kubernetesVersion}.`);
  });

  test('serves the resources of its version', async () => {
    const { body } = await call('/apis');
    const groups = (body as { groups: { name: string }[] }).groups.map(({ name }) => name);
    expect(groups.includes('resource.k8s.io')).toBe(isNew);
    const { status } = await call('/apis/networking.k8s.io/v1/servicecidrs');
    expect(status).toBe(isNew ? 200 : 404);
    const { paths } = (await call('/openapi/v3')).body as { paths: object };
    expect('apis/resource.k8s.io/v1' in paths).toBe(isNew);
  });

  test('kubectl warns when the version skew is too large', async () => {
    const env = await programEnvironment(cluster);
    const { stdout, stderr } = await runProgram(await findProgram('kubectl', 32), ['version'], { env });
    expect(stdout).toContain(`Server Version: v${kubernetesVersion}.`);
    expect(stderr.includes('exceeds the supported minor version skew')).toBe(isNew);
  });
});
