import { type GuardedRoute, startRun } from './guarded-route.ts';

/** Routes of clusters, remediations and proposals. */
export const clusterRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/proposals', request: () => ['/api/proposals'], foreign: 'own', needs: ['runs:read'] },
  { route: 'POST /api/proposals', request: () => ['/api/proposals', {}], foreign: 'own', needs: startRun },
  {
    route: 'GET /api/proposals/:id',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/proposals/:id/answers',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/answers`, { answers: { name: 'mine' } }],
    foreign: 404,
    needs: ['runs:write'],
  },
  {
    route: 'POST /api/proposals/:id/choice',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/choice`, { solution: 'first' }],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'POST /api/proposals/:id/confirmation',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/confirmation`, { command: ['clusters', 'create'] }],
    foreign: 404,
    needs: ['decide_approvals'],
    isForPeople: true,
  },
  {
    route: 'POST /api/proposals/:id/workspace',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/workspace`, {}],
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'POST /api/proposals/:id/withdrawal',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/withdrawal`, {}],
    foreign: 404,
    needs: ['runs:write'],
  },
  { route: 'GET /api/clusters', request: () => ['/api/clusters'], foreign: 'own', needs: ['cluster:read'] },
  {
    route: 'GET /api/clusters/report',
    request: () => ['/api/clusters/report'],
    foreign: 'own',
    needs: ['cluster:read'],
  },
  {
    route: 'POST /api/clusters/conversations',
    request: () => ['/api/clusters/conversations', {}],
    foreign: 'own',
    needs: startRun,
  },
  { route: 'GET /api/remediations', request: () => ['/api/remediations'], foreign: 'own', needs: ['runs:read'] },
  { route: 'POST /api/remediations', request: () => ['/api/remediations', {}], foreign: 'own', needs: startRun },
  {
    route: 'GET /api/remediations/:id',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/remediations/:id/decision',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}/decision`, { decision: 'deny' }],
    foreign: 404,
    needs: ['decide_approvals'],
    isForPeople: true,
  },
  {
    route: 'POST /api/remediations/:id/stop',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}/stop`, {}],
    foreign: 404,
    needs: ['runs:write'],
  },
  {
    route: 'POST /api/alerts/alertmanager',
    request: () => ['/api/alerts/alertmanager', {}],
    foreign: 'own',
    needs: startRun,
  },
];
