import { expect, test } from 'vitest';
import { parseRoute, toWorkspacePath } from './route.ts';

test.each([
  ['/', { name: 'start' }],
  ['/workspace/0199', { name: 'workspace', workspaceId: '0199' }],
  ['/workspace/0199/', { name: 'workspace', workspaceId: '0199' }],
  ['/workspace', { name: 'not-found' }],
  ['/workspace/', { name: 'not-found' }],
  ['/workspace/0199/files', { name: 'not-found' }],
  ['/elsewhere', { name: 'not-found' }],
])('%s', (pathname, route) => {
  expect(parseRoute(pathname)).toEqual(route);
});

test('a workspace path leads back to its workspace', () => {
  expect(parseRoute(toWorkspacePath('0199'))).toEqual({ name: 'workspace', workspaceId: '0199' });
});
