import { expect, test } from 'vitest';
import { parseRevisionsView, parseRoute, toRevisionsPath, toWorkspacePath } from './route.ts';

test.each([
  ['/', { name: 'start' }],
  ['/workspace/0199', { name: 'workspace', workspaceId: '0199' }],
  ['/workspace/0199/', { name: 'workspace', workspaceId: '0199' }],
  ['/workspace', { name: 'not-found' }],
  ['/workspace/', { name: 'not-found' }],
  ['/workspace/0199/revisions', { name: 'revisions', workspaceId: '0199' }],
  ['/workspace/0199/revisions/', { name: 'revisions', workspaceId: '0199' }],
  ['/workspace/0199/files', { name: 'not-found' }],
  ['/runs', { name: 'runs' }],
  ['/runs/', { name: 'runs' }],
  ['/runs/0199', { name: 'run', runId: '0199' }],
  ['/runs/0199/steps', { name: 'not-found' }],
  ['/schedules', { name: 'schedules' }],
  ['/patterns', { name: 'patterns' }],
  ['/organization', { name: 'organization' }],
  ['/organization/', { name: 'organization' }],
  ['/proposals', { name: 'proposals' }],
  ['/proposals/0199', { name: 'proposal', proposalId: '0199' }],
  ['/cluster', { name: 'cluster' }],
  ['/cluster/', { name: 'cluster' }],
  ['/cluster/conversations/0199', { name: 'cluster-conversation', conversationId: '0199' }],
  ['/cluster/remediations/0199', { name: 'remediation', remediationId: '0199' }],
  ['/cluster/conversations', { name: 'not-found' }],
  ['/elsewhere', { name: 'not-found' }],
])('parseRoute reads %s', (pathname, route) => {
  expect(parseRoute(pathname)).toEqual(route);
});

test('parseRoute reads the path of toWorkspacePath', () => {
  expect(parseRoute(toWorkspacePath('0199'))).toEqual({ name: 'workspace', workspaceId: '0199' });
});

test.each([
  { from: 1, to: 4 },
  { from: 4, to: 1, file: 'templates/a b.yaml' },
])('toRevisionsPath and parseRevisionsView round-trip %o', (view) => {
  const { pathname, searchParams } = new URL(toRevisionsPath('0199', view), 'http://localhost');
  expect(parseRoute(pathname)).toEqual({ name: 'revisions', workspaceId: '0199' });
  expect(parseRevisionsView(searchParams, 9)).toEqual({ file: undefined, ...view });
});

test.each([
  ['', { from: 8, to: 9 }],
  ['to=3', { from: 2, to: 3 }],
  ['to=0', { from: 9, to: 0 }],
  ['from=-1&to=x', { from: 8, to: 9 }],
])('parseRevisionsView reads "%s" with defaults for invalid values', (query, view) => {
  expect(parseRevisionsView(new URLSearchParams(query), 9)).toEqual({ file: undefined, ...view });
});
