import { expect, test } from 'vitest';
import { createQueryClient } from './api/query-client.ts';
import { createAppRouter } from './app-router.tsx';

test.each([
  ['/', '/'],
  ['/charts', '/charts'],
  ['/workspace/0199', '/workspace/$workspaceId'],
  ['/workspace/0199/', '/workspace/$workspaceId'],
  ['/workspace/0199/revisions', '/workspace/$workspaceId/revisions'],
  ['/runs', '/runs'],
  ['/runs/', '/runs'],
  ['/runs/0199', '/runs/$runId'],
  ['/schedules', '/schedules'],
  ['/patterns', '/patterns'],
  ['/organization', '/organization'],
  ['/tokens', '/tokens'],
  ['/proposals', '/proposals'],
  ['/proposals/0199', '/proposals/$proposalId'],
  ['/rules', '/rules'],
  ['/rules/0199', '/rules/$ruleId'],
  ['/rules/conversations/0199', '/rules/conversations/$conversationId'],
  ['/repositories', '/repositories'],
  ['/repositories/0199', '/repositories/$repositoryId'],
  ['/repositories/jobs/0199', '/repositories/jobs/$jobId'],
  ['/projects', '/projects'],
  ['/projects/0199', '/projects/$projectId'],
  ['/code-maps', '/code-maps'],
  ['/code-maps/0199', '/code-maps/$repositoryId'],
  ['/code-maps/0199/compare', '/code-maps/$repositoryId/compare'],
  ['/code-maps/0199/0200', '/code-maps/$repositoryId/$diagramId'],
  ['/alerts', '/alerts'],
  ['/tables', '/tables'],
  ['/cluster', '/cluster'],
  ['/cluster/conversations/0199', '/cluster/conversations/$conversationId'],
  ['/cluster/remediations/0199', '/cluster/remediations/$remediationId'],
])('the path %s has the page %s', (path, page) => {
  expect(pageOf(path)).toBe(page);
});

test.each(['/workspace', '/workspace/0199/files', '/runs/0199/steps', '/cluster/conversations', '/elsewhere'])(
  'the path %s has no page',
  (path) => {
    expect(pageOf(path)).toBeUndefined();
  },
);

function pageOf(path: string): string | undefined {
  const [, params, route] = createAppRouter(createQueryClient()).getMatchedRoutes(path);
  return '**' in params ? undefined : route?.fullPath;
}
