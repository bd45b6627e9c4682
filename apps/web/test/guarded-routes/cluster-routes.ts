import type { GuardedRoute } from './guarded-route.ts';

/** Those of clusters and of what is proposed for them. */
export const clusterRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/proposals', request: () => ['/api/proposals'], foreign: 'own' },
  { route: 'POST /api/proposals', request: () => ['/api/proposals', {}], foreign: 'own' },
  { route: 'GET /api/proposals/:id', request: ({ proposalId }) => [`/api/proposals/${proposalId}`], foreign: 404 },
  {
    route: 'POST /api/proposals/:id/answers',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/answers`, { answers: { name: 'mine' } }],
    foreign: 404,
  },
  {
    route: 'POST /api/proposals/:id/choice',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/choice`, { solution: 'first' }],
    foreign: 404,
  },
  {
    route: 'POST /api/proposals/:id/confirmation',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/confirmation`, { command: ['clusters', 'create'] }],
    foreign: 404,
    isForPeople: true,
  },
  {
    route: 'POST /api/proposals/:id/workspace',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/workspace`, {}],
    foreign: 404,
  },
  {
    route: 'POST /api/proposals/:id/withdrawal',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/withdrawal`, {}],
    foreign: 404,
  },
  { route: 'GET /api/clusters', request: () => ['/api/clusters'], foreign: 'own' },
  { route: 'GET /api/clusters/report', request: () => ['/api/clusters/report'], foreign: 'own' },
  { route: 'POST /api/clusters/conversations', request: () => ['/api/clusters/conversations', {}], foreign: 'own' },
  { route: 'GET /api/remediations', request: () => ['/api/remediations'], foreign: 'own' },
  { route: 'POST /api/remediations', request: () => ['/api/remediations', {}], foreign: 'own' },
  {
    route: 'GET /api/remediations/:id',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}`],
    foreign: 404,
  },
  {
    route: 'POST /api/remediations/:id/decision',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}/decision`, { decision: 'deny' }],
    foreign: 404,
    isForPeople: true,
  },
  {
    route: 'POST /api/remediations/:id/stop',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}/stop`, {}],
    foreign: 404,
  },
  { route: 'POST /api/alerts/alertmanager', request: () => ['/api/alerts/alertmanager', {}], foreign: 'own' },
];
