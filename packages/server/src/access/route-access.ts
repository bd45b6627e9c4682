import type { Principal } from '@shipmate/core';
import { requirePerson, requireScope, requireSignIn, type Scope } from '@shipmate/domain/access';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnvironment } from '../app-environment.ts';

/** Requirement of a route: any valid credential, a browser session, a session or a person's JWT, or all of the listed scopes. */
export type RouteRequirement = 'any' | 'sign-in' | 'person' | readonly Scope[];

/** Requirements by route, for example `POST /api/grants/:id`. A route without one refuses tokens. */
export type RouteRequirements = Readonly<Record<string, RouteRequirement>>;

/** Checks callers against the requirements of the requested routes. */
export interface RouteAccess {
  /** Records the route of a request. Mount it before the routes. */
  readonly note: MiddlewareHandler<AppEnvironment>;
  /** @throws AppError `UNAUTHORIZED` when the principal does not meet the requirement of the request's route. */
  require(request: Request, principal: Principal): void;
}

/** Creates the access check of an app. A route that is not in the table accepts sessions only. */
export function createRouteAccess(requirements: RouteRequirements): RouteAccess {
  const noted = new WeakMap<Request, { readonly route: string; readonly requirement: RouteRequirement }>();
  return {
    async note(context, next) {
      const routes = matchedRoutes(context).map(({ method, path }) => `${method} ${path}`);
      const route = routes.find((name) => Object.hasOwn(requirements, name));
      if (route !== undefined) noted.set(context.req.raw, { route, requirement: requirements[route] ?? 'sign-in' });
      await next();
    },
    require(request, principal) {
      const { route = 'this', requirement = 'sign-in' } = noted.get(request) ?? {};
      if (requirement === 'any') return;
      if (requirement === 'sign-in') return requireSignIn(principal, `request ${route}`);
      if (requirement === 'person') return requirePerson(principal, `request ${route}`);
      for (const scope of requirement) requireScope(principal, scope, `request ${route}`);
    },
  };
}
