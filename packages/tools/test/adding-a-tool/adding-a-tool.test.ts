import { readFile } from 'node:fs/promises';
import { bindTools, createToolExecutionContext, defineToolFamily, runTool, ToolRegistry } from '@shipmate/core';
import { createFixedKubernetesVersions } from '@shipmate/tools/chart';
import { expect, it } from 'vitest';
import { toToolTable } from '../../src/document/to-tool-table.ts';
import { latestKubernetesVersion } from '../../src/chart/latest-kubernetes-version.ts';
import { checkKubeVersion } from './check-kube-version.ts';

const family = defineToolFamily('chart', [latestKubernetesVersion, checkKubeVersion]);

it('is one file, the one that the guide shows', async () => {
  const guide = await readFile(new URL('../../../../docs/adding-a-tool.md', import.meta.url), 'utf8');
  const file = await readFile(new URL('check-kube-version.ts', import.meta.url), 'utf8');
  expect(guide).toContain(`\`\`\`ts\n${file}\`\`\``);
});

it('makes the tool callable, found in the registry and listed', async () => {
  const tools = bindTools(family, { kubernetesVersions: createFixedKubernetesVersions() });
  const registry = new ToolRegistry(tools).freeze();
  expect(registry.getByCategory('chart').map(({ name }) => name)).toEqual([
    'latestKubernetesVersion',
    'checkKubeVersion',
  ]);

  const [tool] = registry.getToolsForContext({ tools: ['checkKubeVersion'] });
  const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
  expect(tool && (await runTool(tool, { range: '>=1.28.0-0' }, context))).toEqual({
    success: true,
    data: { admitted: true, version: '1.32.1' },
  });
  expect(toToolTable(family)).toContain('| `checkKubeVersion` | read | `range` | Tells whether a kubeVersion range');
});
