import type { RouteRequirement } from '@shipmate/server';

/** One of everything that the app has an id for. */
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
}

/** The scopes with which a token starts a run. */
export const startRun = ['read', 'chart:write', 'runs:write'] as const;

/** A route that asks who calls, and a request of it. */
export interface GuardedRoute {
  readonly route: string;
  /** `ids` are another tenant's or absent, where a test tries that; `own` are the caller's. */
  readonly request: (ids: Ids, own: Ids) => readonly [path: string, body?: unknown];
  /** Default: GET without a body, POST with one. */
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  /** The answer to ids of another tenant and to absent ones: 404, the same 2xx for both, or `own` when the request has no id. */
  readonly foreign: 404 | 'alike' | 'own';
  /** Who may call it: any credential, a browser's session only, or a session and tokens with these scopes. */
  readonly needs: RouteRequirement;
  /** Whether a person has to be signed in for it; a token serves otherwise. */
  readonly isForPeople?: true;
}
