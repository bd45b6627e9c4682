import { bindTools, createToolExecutionContext } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createFixedKubernetesVersions } from './fixed-kubernetes-versions.ts';
import { latestKubernetesVersion } from './latest-kubernetes-version.ts';

async function ask(input: unknown, version?: string) {
  const [tool] = bindTools([latestKubernetesVersion], { kubernetesVersions: createFixedKubernetesVersions(version) });
  const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
  return tool?.execute(tool.parse(input), context);
}

it.each([
  [{}, '1.32.1', 'patch'],
  [{ semverField: 'patch' }, '1.32.1', 'patch'],
  [{ semverField: 'minor' }, '1.32', 'minor'],
  [{ semverField: 'major' }, '1', 'major'],
])('latest_kubernetes_version answers %j', async (input, version, field) => {
  await expect(ask(input)).resolves.toEqual({ success: true, version, field });
});

it('latest_kubernetes_version returns the configured version', async () => {
  await expect(ask({ semverField: 'minor' }, '1.35.0')).resolves.toMatchObject({ version: '1.35' });
  expect(() => createFixedKubernetesVersions('1.35')).toThrow(/not a full Kubernetes version/);
});

it.each(['build', '', null])('latest_kubernetes_version returns the full version for the field %j', async (field) => {
  await expect(ask({ semverField: field })).resolves.toEqual({ success: true, version: '1.32.1', field: 'patch' });
});

it('latest_kubernetes_version shows models the fields to choose from', () => {
  const [tool] = bindTools([latestKubernetesVersion], { kubernetesVersions: createFixedKubernetesVersions() });
  expect(tool?.inputSchema).toMatchObject({
    properties: { semverField: { enum: ['major', 'minor', 'patch'], default: 'patch' } },
  });
});
