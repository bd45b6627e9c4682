import { createTestCode } from '@shipmate/domain/testing';
import { expect, it } from 'vitest';
import { createMemoryCodeMaps } from '../../../test/support/memory-code-maps.ts';
import { findDeclarations } from './declarations.ts';

const { code } = createTestCode('0123456789abcdef', {
  'charts/checkout/Chart.yaml': { facts: [{ kind: 'chart', name: 'checkout', line: 2 }] },
  'charts/checkout/values.yaml': {},
  'charts/checkout-2/Chart.yaml': { facts: [{ kind: 'chart', name: 'checkout-2', line: 1 }] },
  'k8s/web.yaml': { facts: [{ kind: 'kubernetes_object', name: 'Deployment/web', line: 7 }] },
});
const label = { owner: 'acme', repo: 'shop' };
const snapshot = { ...code, mapId: 'm1', repositoryId: 'r1', label };
const codeMaps = createMemoryCodeMaps({ organizationId: 'acme', snapshots: [snapshot] });
const principal = { userId: 'ada', organizationId: 'acme', via: 'tool_token' } as const;
const inChart = 'chart in acme/shop at 01234567: charts/checkout/Chart.yaml, values in charts/checkout/values.yaml';
const inOther = 'chart in acme/shop at 01234567: charts/checkout-2/Chart.yaml, no file of values beside it';

const deployment = (name: string, chart?: string) => ({
  kind: 'Deployment',
  metadata: { name, labels: { ...(chart !== undefined && { 'helm.sh/chart': chart }) } },
});

// Labels as `helm create` renders them: `printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63`.
it.each([
  ['checkout-1.2.3', [inChart]],
  ['checkout-v1.2.3', [inChart]],
  ['checkout-1.2.3-rc.1_build.5', [inChart]],
  ['checkout-2-0.1.0', [inOther]],
  ['checkout', [inChart]],
  ['other-1.2.3', []],
])('findDeclarations finds the chart of the label %s', async (chart, expected) => {
  expect(await findDeclarations(deployment('api', chart), { codeMaps, principal })).toEqual(expected);
});

it('findDeclarations finds a manifest by its kind and name', async () => {
  const found = await findDeclarations(deployment('web'), { codeMaps, principal });
  expect(found).toEqual(['declared in acme/shop at 01234567: k8s/web.yaml:7']);
});

it.each([
  ['without code maps', undefined, principal],
  ['for a token that may not read repositories', codeMaps, { ...principal, scopes: ['cluster:read'] }],
  ['for a credential of one workspace', codeMaps, { ...principal, scope: { workspaceId: 'w1' } }],
  ['for another organization', codeMaps, { ...principal, organizationId: 'other' }],
])('findDeclarations finds nothing %s', async (_, maps, caller) => {
  expect(await findDeclarations(deployment('web'), { codeMaps: maps, principal: caller })).toEqual([]);
});
