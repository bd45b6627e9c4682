/** A page that an address can name. */
export type Route =
  | { readonly name: 'start' }
  | { readonly name: 'workspace'; readonly workspaceId: string }
  | { readonly name: 'not-found' };

const workspacePath = /^\/workspace\/([^/]+)\/?$/;

/** Reads the route from the path of an address. */
export function parseRoute(pathname: string): Route {
  if (pathname === '/') return { name: 'start' };
  const workspaceId = workspacePath.exec(pathname)?.[1];
  return workspaceId === undefined ? { name: 'not-found' } : { name: 'workspace', workspaceId };
}

/** The path of a workspace's page. */
export function toWorkspacePath(workspaceId: string): string {
  return `/workspace/${workspaceId}`;
}
