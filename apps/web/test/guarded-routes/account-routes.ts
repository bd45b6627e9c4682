import type { GuardedRoute } from './guarded-route.ts';

/** An MCP server at which nothing answers. */
export const mcpServer = { name: 'wiki', url: 'https://mcp.example.invalid/', contextTypes: ['cluster'] };

/** Routes of sessions, tokens and the organization. */
export const accountRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/session', request: () => ['/api/session'], foreign: 'own', needs: 'any' },
  { route: 'POST /api/session/logout', request: () => ['/api/session/logout', {}], foreign: 'own', needs: 'any' },
  { route: 'GET /api/tokens', request: () => ['/api/tokens'], foreign: 'own', needs: 'sign-in', isForPeople: true },
  {
    route: 'POST /api/tokens',
    request: () => ['/api/tokens', { name: 'curl', expiresInDays: 30 }],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/tokens/:id',
    request: ({ tokenId }) => [`/api/tokens/${tokenId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'GET /api/organization/inbox-webhook',
    request: () => ['/api/organization/inbox-webhook'],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'PUT /api/organization/inbox-webhook',
    request: () => ['/api/organization/inbox-webhook', { url: 'https://bot.example.test/' }],
    method: 'PUT',
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/organization/inbox-webhook',
    request: () => ['/api/organization/inbox-webhook'],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'POST /api/organization/inbox-webhook/test',
    request: () => ['/api/organization/inbox-webhook/test', {}],
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'POST /api/organization/inbox-webhook/deliveries/:id/retry',
    request: ({ runId }) => [`/api/organization/inbox-webhook/deliveries/${runId}/retry`, {}],
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'GET /api/organization/mcp-servers',
    request: () => ['/api/organization/mcp-servers'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'POST /api/organization/mcp-servers',
    request: () => ['/api/organization/mcp-servers', mcpServer],
    foreign: 'own',
    needs: ['change_mcp_servers'],
  },
  {
    route: 'PATCH /api/organization/mcp-servers/:id',
    request: ({ mcpServerId }) => [`/api/organization/mcp-servers/${mcpServerId}`, { contextTypes: ['chart'] }],
    method: 'PATCH',
    foreign: 404,
    needs: ['change_mcp_servers'],
  },
  {
    route: 'POST /api/organization/mcp-servers/:id/refresh',
    request: ({ mcpServerId }) => [`/api/organization/mcp-servers/${mcpServerId}/refresh`, {}],
    foreign: 404,
    needs: ['change_mcp_servers'],
  },
  {
    route: 'POST /api/organization/mcp-servers/:id/decisions',
    request: ({ mcpServerId }) => [`/api/organization/mcp-servers/${mcpServerId}/decisions`, { decisions: [] }],
    foreign: 404,
    needs: ['change_mcp_servers'],
  },
  {
    route: 'DELETE /api/organization/mcp-servers/:id',
    request: ({ mcpServerId }) => [`/api/organization/mcp-servers/${mcpServerId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['change_mcp_servers'],
  },
  { route: 'GET /api/audit', request: () => ['/api/audit'], foreign: 'own', needs: ['organization:read'] },
  {
    route: 'GET /api/audit/export',
    request: () => ['/api/audit/export'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/spend',
    request: () => ['/api/organization/spend'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/tool-usage',
    request: () => ['/api/organization/tool-usage'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/spend-limits',
    request: () => ['/api/organization/spend-limits'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/storage',
    request: () => ['/api/organization/storage'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'PUT /api/organization/spend-limits',
    request: () => ['/api/organization/spend-limits', {}],
    method: 'PUT',
    foreign: 'own',
    needs: ['change_spend_limits'],
  },
];
