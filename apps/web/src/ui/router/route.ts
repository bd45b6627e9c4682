/** A page with an address. */
export type Route =
  | { readonly name: 'start' }
  | { readonly name: 'workspace'; readonly workspaceId: string }
  | { readonly name: 'revisions'; readonly workspaceId: string }
  | { readonly name: 'runs' }
  | { readonly name: 'run'; readonly runId: string }
  | { readonly name: 'schedules' }
  | { readonly name: 'organization' }
  | { readonly name: 'patterns' }
  | { readonly name: 'cluster' }
  | { readonly name: 'cluster-conversation'; readonly conversationId: string }
  | { readonly name: 'remediation'; readonly remediationId: string }
  | { readonly name: 'proposals' }
  | { readonly name: 'proposal'; readonly proposalId: string }
  | { readonly name: 'not-found' };

/** The pages and their addresses; the capture group is an id. */
const pages: readonly (readonly [path: RegExp, toRoute: (id: string) => Route])[] = [
  [/^\/$/, () => ({ name: 'start' })],
  [/^\/workspace\/([^/]+)\/?$/, (workspaceId) => ({ name: 'workspace', workspaceId })],
  [/^\/workspace\/([^/]+)\/revisions\/?$/, (workspaceId) => ({ name: 'revisions', workspaceId })],
  [/^\/runs\/?$/, () => ({ name: 'runs' })],
  [/^\/runs\/([^/]+)\/?$/, (runId) => ({ name: 'run', runId })],
  [/^\/schedules\/?$/, () => ({ name: 'schedules' })],
  [/^\/organization\/?$/, () => ({ name: 'organization' })],
  [/^\/patterns\/?$/, () => ({ name: 'patterns' })],
  [/^\/proposals\/?$/, () => ({ name: 'proposals' })],
  [/^\/proposals\/([^/]+)\/?$/, (proposalId) => ({ name: 'proposal', proposalId })],
  [/^\/cluster\/?$/, () => ({ name: 'cluster' })],
  [/^\/cluster\/conversations\/([^/]+)\/?$/, (conversationId) => ({ name: 'cluster-conversation', conversationId })],
  [/^\/cluster\/remediations\/([^/]+)\/?$/, (remediationId) => ({ name: 'remediation', remediationId })],
];

/** Parses the path of an address to a route. */
export function parseRoute(pathname: string): Route {
  for (const [path, toRoute] of pages) {
    const match = path.exec(pathname);
    if (match) return toRoute(match[1] ?? '');
  }
  return { name: 'not-found' };
}

/** Returns the path of a run's page. */
export function toRunPath(runId: string): string {
  return `/runs/${runId}`;
}

/** Returns the path of a conversation about clusters. */
export function toClusterConversationPath(conversationId: string): string {
  return `/cluster/conversations/${conversationId}`;
}

/** Returns the path of a proposal's page. */
export function toProposalPath(proposalId: string): string {
  return `/proposals/${proposalId}`;
}

/** Returns the path of a remediation's page. */
export function toRemediationPath(remediationId: string): string {
  return `/cluster/remediations/${remediationId}`;
}

/** Returns the path of a workspace's page. */
export function toWorkspacePath(workspaceId: string): string {
  return `/workspace/${workspaceId}`;
}

/** The state of a revisions page: the two compared revisions, and the file whose diff is shown. */
export interface RevisionsView {
  readonly from: number;
  readonly to: number;
  readonly file?: string | undefined;
}

/** Returns the path of the page of a workspace's revisions. */
export function toRevisionsPath(workspaceId: string, view?: RevisionsView): string {
  const path = `${toWorkspacePath(workspaceId)}/revisions`;
  if (!view) return path;
  const { from, to, file } = view;
  const query = new URLSearchParams({ from: `${from}`, to: `${to}`, ...(file === undefined ? {} : { file }) });
  return `${path}?${query}`;
}

/** Parses the query of a revisions page; without numbers, compares the newest revision with the one before it. */
export function parseRevisionsView(query: URLSearchParams, newest: number): RevisionsView {
  const to = toNumber(query.get('to')) ?? newest;
  const from = toNumber(query.get('from')) ?? baseOf(to, newest);
  return { from, to, file: query.get('file') ?? undefined };
}

/**
 * Returns the default base of a comparison: the previous revision; for the first revision the newest, which shows the
 * effect of a rollback.
 */
export function baseOf(revisionNumber: number, newest: number): number {
  return revisionNumber === 0 ? newest : revisionNumber - 1;
}

function toNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
