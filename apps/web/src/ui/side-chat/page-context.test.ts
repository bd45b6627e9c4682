import { expect, it } from 'vitest';
import { sideAgentOf, toPageContext } from './page-context.ts';

it('toPageContext names the page, its ids and its filters, within bounds', () => {
  const page = {
    path: '/rules/r1',
    title: ' Low stock ',
    params: { ruleId: 'r1' },
    search: { tab: 'runs', n: 2, x: '' },
  };
  expect(toPageContext(page)).toEqual({
    page: '/rules/r1',
    title: 'Low stock',
    ruleId: 'r1',
    tab: 'runs',
    n: '2',
    workflow_id: 'r1',
  });
  expect(
    toPageContext({
      path: '/',
      title: 'Map',
      params: {},
      search: { view: 'list' },
      more: { owner: 'acme', view: '{}' },
    }),
  ).toEqual({
    page: '/',
    title: 'Map',
    owner: 'acme',
    view: '{}',
  });
  const search = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x'.repeat(900)]));
  const bounded = Object.values(toPageContext({ path: '/', title: '', params: {}, search }));
  expect([bounded.length, bounded.at(-1)?.length]).toEqual([20, 500]);
});

it.each([
  ['/rules/r1', true, 'workflow'],
  ['/tables', false, 'tables'],
  ['/code-maps/r/d', true, 'diagram'],
  ['/runs/r1', true, 'cluster'],
  ['/', false, 'plain'],
] as const)('sideAgentOf answers about %s with a cluster %s by the agent %s', (path, hasCluster, agent) => {
  expect(sideAgentOf(path, { hasCluster })).toBe(agent);
});
