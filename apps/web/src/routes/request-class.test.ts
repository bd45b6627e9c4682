import { expect, it } from 'vitest';
import { toRequestClass } from './request-class.ts';

it.each([
  ['POST', '/api/chat', 'run'],
  ['POST', '/v1/agent/chat', 'run'],
  ['POST', '/api/remediations', 'run'],
  ['POST', '/api/schedules/1/run', 'run'],
  ['POST', '/api/repositories/1/maps', 'run'],
  ['GET', '/api/repositories/1/maps', 'basic'],
  ['GET', '/api/repositories/1/maps/2/search', 'tool_call'],
  ['POST', '/api/workspaces/archive', 'import'],
  ['POST', '/api/workspaces/1/push', 'import'],
  ['POST', '/api/repository-jobs/1/change-request/merge', 'import'],
  ['GET', '/api/repository-jobs/1/change-request/merge', 'tool_call'],
  ['GET', '/api/workspaces/1/rendered', 'tool_call'],
  ['GET', '/api/diagrams/1', 'tool_call'],
  ['PATCH', '/api/diagrams/1', 'basic'],
  ['GET', '/api/diagrams/1/mermaid', 'tool_call'],
  ['POST', '/api/repositories/1/draw', 'tool_call'],
  ['POST', '/api/repositories/1/compare', 'tool_call'],
  ['GET', '/api/repositories/1/health', 'tool_call'],
  ['POST', '/api/repositories/1/diagrams', 'basic'],
  ['GET', '/api/clusters/report', 'tool_call'],
  ['GET', '/api/chat/1/stream', 'basic'],
  ['POST', '/api/workspaces', 'basic'],
  ['HEAD', '/auth/link', 'basic'],
  ['GET', '/', undefined],
  ['GET', '/assets/index.js', undefined],
  ['GET', '/healthz', undefined],
])('toRequestClass of %s %s is %s', (method, path, requestClass) => {
  expect(toRequestClass({ method, path })).toBe(requestClass);
});
