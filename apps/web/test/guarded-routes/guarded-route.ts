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

/** A route that asks who calls, and a request of it. */
export interface GuardedRoute {
  readonly route: string;
  readonly request: (ids: Ids) => readonly [path: string, body?: unknown];
  /** Default: GET without a body, POST with one. */
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  /** What another tenant's ids are answered with; `own` when the route names none. */
  readonly foreign: 404 | 'own';
  /** Whether a person has to be signed in for it; a token serves otherwise. */
  readonly isForPeople?: true;
}
