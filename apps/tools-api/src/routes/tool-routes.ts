import type { ToolRegistry } from '@shipmate/core';
import type { AppEnvironment, Authenticate, ToolScopeStores } from '@shipmate/server';
import { Hono } from 'hono';
import { editorRoute } from './editor-route.ts';
import { lookupRoute } from './lookup-route.ts';

/** Options for {@link toolRoutes}. */
interface ToolRoutesOptions {
  readonly tools: ToolRegistry;
  readonly authenticate: Authenticate;
  readonly stores: ToolScopeStores;
}

/** Alternative names of routes for existing callers. */
const aliases: Readonly<Record<string, string>> = { 'versions/kubernetes': 'versions/k8s' };

/** The paths of some tools besides `/{name}`, with flat fields instead of a `ToolResult`. */
export function toolRoutes({ tools, authenticate, stores }: ToolRoutesOptions): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  for (const tool of Object.values(tools.getAll())) {
    const { route } = tool;
    if (route === undefined) continue;
    const paths = [route, aliases[route] ?? []].flat().map((path) => `/${path}`);
    routes.route(
      '/',
      route === 'editor' ? editorRoute({ tool, authenticate, stores }) : lookupRoute({ tool, paths, authenticate }),
    );
  }
  return routes;
}
