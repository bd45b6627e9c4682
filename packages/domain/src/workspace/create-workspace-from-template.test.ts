import { describe, expect, it } from 'vitest';
import { parseWorkspacePath } from './workspace-path.ts';
import { createWorkspaceFromTemplate } from './create-workspace-from-template.ts';
import { findChartOf } from '../chart/find-chart-of.ts';
import { toChartName } from '../chart/to-chart-name.ts';

describe.each(['starter', 'sample'] as const)('the %s template', (templateName) => {
  const workspace = createWorkspaceFromTemplate(templateName, 'Billing API');
  const contents = new Map(workspace.files.map(({ path, content }) => [path, content]));

  it('is one chart in the top folder, with nothing pending', () => {
    const [chart] = workspace.charts;
    expect(workspace).toMatchObject({ name: 'Billing API', charts: [{ name: 'billing-api', root: '' }] });
    expect(workspace.files.every(({ chartId, pending }) => chartId === chart?.id && pending === null)).toBe(true);
  });

  it('has the files that a chart needs, under safe and unique paths', () => {
    const paths = [...contents.keys()];
    expect(paths).toEqual(
      expect.arrayContaining(['.helmignore', 'Chart.yaml', 'values.yaml', 'templates/_helpers.tpl']),
    );
    expect(paths.map(parseWorkspacePath)).toEqual(paths);
    expect(new Set(workspace.files.map(({ id }) => id)).size).toBe(paths.length);
  });

  it('names the chart everywhere', () => {
    expect(contents.get('Chart.yaml')).toMatch(/^apiVersion: v2\nname: billing-api\n/);
    expect([...contents.values()].filter((content) => content.includes('<CHARTNAME>'))).toEqual([]);
  });

  it('includes only named templates that it defines', () => {
    const all = [...contents.values()].join('\n');
    const defined = new Set([...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name));
    const used = [...all.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });
});

it.each([
  ['A Helm chart for my billing API, please', 'billing-api'],
  ['Déployer une boutique', 'deployer-une-boutique'],
  ['3 replicas of nginx', 'replicas-nginx'],
  ['create a chart', 'new-chart'],
  ['add redis as a dependency and set 3 replicas', 'new-chart'],
  ['A chart for a queue, called "Mail-Room"', 'mail-room'],
  ['🚢🚢🚢', 'new-chart'],
  ['x'.repeat(200), 'x'.repeat(40)],
])('createWorkspaceFromTemplate names a chart after %j', (prompt, name) => {
  expect(toChartName(prompt)).toBe(name);
});

it('findChartOf returns the chart with the deepest folder around a path', () => {
  const charts = ['', 'charts/api', 'charts'].map((root) => ({ id: root, name: root, root }));
  expect(findChartOf('charts/api/values.yaml', charts)?.root).toBe('charts/api');
  expect(findChartOf('charts/apix/values.yaml', charts)?.root).toBe('charts');
  expect(findChartOf('a.yaml', charts.slice(1))).toBeUndefined();
});
