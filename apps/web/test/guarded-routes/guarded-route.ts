import type { RouteRequirement } from '@shipmate/server';

/** One id of every kind of object in the app. */
export interface Ids {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly planId: string;
  readonly tokenId: string;
  readonly runId: string;
  readonly approvalId: string;
  readonly grantId: string;
  readonly scheduleId: string;
  readonly patternId: string;
  readonly proposalId: string;
  readonly remediationId: string;
  readonly ruleId: string;
  readonly previewId: string;
  readonly alertId: string;
  readonly rowKey: string;
  readonly executionId: string;
  readonly eventId: string;
  readonly repositoryId: string;
  readonly jobId: string;
  readonly mapId: string;
  readonly diagramId: string;
  readonly mcpServerId: string;
  readonly projectId: string;
  readonly channelId: string;
  readonly userId: string;
}

/** The scopes that a token needs to start a run. */
export const startRun = ['read', 'chart:write', 'runs:write'] as const;

/** A route that requires authentication, and a request of it. */
export interface GuardedRoute {
  readonly route: string;
  /** `ids` belong to another tenant or do not exist in some tests; `own` are the caller's. */
  readonly request: (ids: Ids, own: Ids) => readonly [path: string, body?: unknown];
  /** Default: GET without a body, POST with one. */
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Response to ids of another tenant and to unknown ones: 404, the same 2xx for both, or `own` when the request has no
   * id.
   */
  readonly foreign: 404 | 'alike' | 'own';
  /** Accepted callers: any credential, a browser session only, or a session and tokens with these scopes. */
  readonly needs: RouteRequirement;
  /** True when the route requires a signed-in person; otherwise a token suffices. */
  readonly isForPeople?: true;
}
