import type { JsonSchema, JsonValue, ObjectSchema } from '@shipmate/core';
import type { Hono, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { AppEnvironment } from '../app-environment.ts';

/** A zod schema that the route parses with, or the JSON Schema of a tool. */
export type RouteSchema = z.ZodType | { readonly jsonSchema: JsonSchema };

/** A route for its readers: what it does, takes and returns. */
export interface RouteDescription {
  /** Imperative and unique in the app, for example "List runs"; the operation's id is made from it. */
  readonly summary: string;
  /** Markdown. */
  readonly description?: string | undefined;
  /** Default: the first segment of the path after `/api`. */
  readonly tag?: string;
  /** Schemas of path parameters; texts by default. */
  readonly parameters?: z.ZodObject;
  readonly query?: z.ZodObject | z.ZodUnion<readonly z.ZodObject[]> | { readonly jsonSchema: ObjectSchema };
  /** Request headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON body. */
  readonly body?: RouteSchema;
  /**
   * Parts of the request whose unknown fields are ignored, with the reason: `body`, `body.messages`, `query`. Everywhere else, unknown
   * fields are refused, so the schemas of `body` and `query` are strict.
   */
  readonly ignoresUnknown?: Readonly<Record<string, string>>;
  /** Media types of a body that is not JSON. */
  readonly bodyTypes?: readonly string[];
  /** A JSON response. */
  readonly response?: RouteSchema;
  /** Media types of a response that is not JSON. Without these and `response`, the response has no content. */
  readonly responseTypes?: readonly string[];
  /** Status of success. Default 200, or 204 without content. */
  readonly status?: number;
  /** Descriptions of other responses without content, by status. */
  readonly also?: Readonly<Record<number, string>>;
  /** A request that the app accepts, without path parameters. */
  readonly example?: { readonly query?: Readonly<Record<string, string | number>>; readonly body?: JsonValue };
}

/** The description of one of the paths that a route with parameters serves. */
export interface PathDescription extends RouteDescription {
  readonly path: string;
}

/** `METHOD /path`, relative to the app that describes it. */
type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;

type Described = RouteDescription | readonly PathDescription[];

const descriptionKey = Symbol('route description');

/**
 * Describes a route for the OpenAPI document of its app; call it before the route. A list describes the single paths of a route with
 * parameters, in their place.
 */
export function describeRoute(app: Hono<AppEnvironment>, route: RouteName, description: Described): void {
  const [method = '', path = ''] = route.split(' ', 2);
  const pass: MiddlewareHandler<AppEnvironment> = (_context, next) => next();
  app.on(method, path, Object.assign(pass, { [descriptionKey]: description }));
}

/** A path of an app with its description. */
export interface DescribedRoute {
  readonly method: string;
  /** In the form of Hono, for example `/api/runs/:id`. */
  readonly path: string;
  readonly description: RouteDescription;
}

/** Returns the described paths of an app in the order of their routes. */
export function describedRoutes(app: Hono<AppEnvironment>): readonly DescribedRoute[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const described = (handler as { readonly [descriptionKey]?: Described })[descriptionKey];
    if (described === undefined) return [];
    if (!isList(described)) return [{ method, path, description: described }];
    return described.map((description) => ({ method, path: description.path, description }));
  });
}

const isList = (described: Described): described is readonly PathDescription[] => Array.isArray(described);
