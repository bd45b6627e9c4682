import { setImmediate } from 'node:timers/promises';
import type { JsonSchema } from '@shipmate/core';
import { errorEnvelopeSchema } from '@shipmate/protocol/error';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { RouteRequirement } from '../access/route-access.ts';
import { sessionCookieName } from '../access/session-cookie.ts';
import type { AppEnvironment } from '../app-environment.ts';
import { describedRoutes, type RouteDescription, type RouteSchema } from './describe-route.ts';
import { createSchemaComponents, type SchemaComponents } from './schema-components.ts';

/** Options for {@link createOpenApiDocument}. */
export interface OpenApiOptions {
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** Modules whose exported schemas keep their names. */
  readonly modules?: readonly Readonly<Record<string, unknown>>[];
  /** Returns the credentials that a route requires; `undefined` for a route without authentication. */
  requirementOf(route: string): RouteRequirement | undefined;
  /** True when the session cookie of a browser is accepted. Default false. */
  readonly acceptsSessions?: boolean;
}

/** An operation of a document. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, JsonSchema & { readonly content?: OpenApiContent }>>;
}

/** Bodies by media type. */
export type OpenApiContent = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

/** A parameter of an operation. */
interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema & { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** Creates the OpenAPI document of the routes that an app describes; between operations the event loop turns. */
export async function createOpenApiDocument(
  app: Hono<AppEnvironment>,
  options: OpenApiOptions,
): Promise<OpenApiDocument> {
  const { title, description, modules = [], acceptsSessions = false } = options;
  const components = createSchemaComponents([{ errorEnvelopeSchema }, ...modules]);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const ids = new Set<string>();

  for (const { method, path, description: described } of describedRoutes(app)) {
    await setImmediate();
    const requirement = options.requirementOf(`${method} ${path}`);
    const operationId = toUniqueId(described.summary, path, ids);
    const openApiPath = path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = toOperation({ operationId, path, described, components });
    const security = toSecurity(requirement, acceptsSessions);
    (paths[openApiPath] ??= {})[method.toLowerCase()] = { ...operation, security };
  }
  const error = {
    description: 'The request failed. With `Accept: application/problem+json`, the body has the format of RFC 9457.',
    content: {
      'application/json': { schema: components.convert(errorEnvelopeSchema, 'ErrorEnvelope') },
    },
  };
  return {
    openapi: '3.1.1',
    info: { title, description, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: sortByName(components.schemas),
      responses: { Error: error },
      securitySchemes: toSchemes(acceptsSessions),
    },
  };
}

function sortByName(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly described: RouteDescription;
  readonly components: SchemaComponents;
}

function toOperation(operation: Operation): Omit<OpenApiOperation, 'security'> {
  const { operationId, path, described } = operation;
  const { summary, tag, also = {} } = described;
  const description = toDescription(described);
  const parameters = toParameters(operation);
  const requests = toRequestContent(operation);
  const responses = toResponseContent(operation);
  const hasContent = Object.keys(responses).length > 0;
  const { status = hasContent ? 200 : 204 } = described;
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag ?? toTag(path)],
    ...(parameters.length > 0 && { parameters }),
    ...(Object.keys(requests).length > 0 && { requestBody: { required: needsBody(described), content: requests } }),
    responses: {
      [status]: { description: 'Success.', ...(hasContent && { content: responses }) },
      ...Object.fromEntries(Object.entries(also).map(([other, text]) => [other, { description: text }])),
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
  };
}

function toDescription({ description, ignoresUnknown = {} }: RouteDescription): string | undefined {
  const ignored = Object.entries(ignoresUnknown).map(
    ([part, reason]) => `Unknown fields of \`${part}\` are ignored. ${reason}`,
  );
  const paragraphs = [...(description === undefined ? [] : [description]), ...ignored];
  return paragraphs.length === 0 ? undefined : paragraphs.join('\n\n');
}

function toRequestContent({ operationId, described, components }: Operation): OpenApiContent {
  const { body, bodyTypes = [], example } = described;
  return {
    ...(body && {
      'application/json': {
        schema: components.convert(body, `${capitalize(operationId)}Request`),
        ...(example?.body !== undefined && { example: example.body }),
      },
    }),
    ...Object.fromEntries(bodyTypes.map((type) => [type, {}])),
  };
}

function toResponseContent({ operationId, described, components }: Operation): OpenApiContent {
  const { response, responseTypes = [] } = described;
  const schema = response && components.convert(response, `${capitalize(operationId)}Response`);
  return {
    ...(schema && { 'application/json': { schema } }),
    ...Object.fromEntries(responseTypes.map((type) => [type, toText(type)])),
  };
}

/** A request without a body is read as an empty object. */
function needsBody({ body, bodyTypes = [] }: RouteDescription): boolean {
  return bodyTypes.length > 0 || body === undefined || 'jsonSchema' in body || !body.safeParse({}).success;
}

const toText = (mediaType: string) => (mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {});

function toParameters({ operationId, path, described, components }: Operation): OpenApiParameter[] {
  const { parameters, query, headers = {}, example } = described;
  const convert = (schema: RouteSchema): JsonSchema => components.convert(schema, `${operationId}Parameters`);
  const typed = new Map(fieldsOf(parameters).map(([field, schema]) => [field, schema]));
  return [
    ...Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => {
      const schema = typed.get(name);
      return { name, in: 'path', required: true, schema: schema ? convert(schema) : { type: 'string' } } as const;
    }),
    ...fieldsOf(query).map(([name, schema, required]) => {
      const value = example?.query?.[name];
      const shown = value === undefined ? {} : { example: value };
      return { name, in: 'query', required, schema: convert(schema), ...shown } as const;
    }),
    ...Object.entries(headers).map(
      ([name, text]) =>
        ({ name, in: 'header', required: false, description: text, schema: { type: 'string' } }) as const,
    ),
  ];
}

/** Returns the fields of a schema; those of alternatives are all optional. */
function fieldsOf(schema: RouteDescription['query']): (readonly [string, RouteSchema, required: boolean])[] {
  if (schema === undefined) return [];
  if ('jsonSchema' in schema) {
    const { properties, required = [], $defs = {} } = schema.jsonSchema;
    return Object.entries(properties).map(([name, field]) => [
      name,
      { jsonSchema: { ...(field as JsonSchema), $defs } },
      required.includes(name),
    ]);
  }
  const shapes = schema instanceof z.ZodUnion ? schema.options.map((each) => each.partial().shape) : [schema.shape];
  const fields = Object.entries(Object.assign({}, ...shapes) as Readonly<Record<string, z.ZodType>>);
  return fields.map(([name, field]) => [name, field, !field.safeParse(undefined).success]);
}

/** Returns the operation's id: the summary in camel case, without articles. */
function toUniqueId(summary: string, path: string, ids: Set<string>): string {
  const words = summary
    .replaceAll(/[/-]+/g, ' ')
    .replaceAll(/[^\w ]/g, '')
    .trim()
    .split(/ +/)
    .filter((word) => !/^(?:a|an|the)$/.test(word));
  const [first = '', ...rest] = words;
  const id = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capitalize).join('');
  // The same routes may be mounted at several paths.
  const unique = ids.has(id) ? id + capitalize(path.split('/')[1] ?? '') : id;
  ids.add(unique);
  return unique;
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function toTag(path: string): string {
  const [first = '', second = ''] = path.split('/').slice(1);
  return /^(?:api|v1)$/.test(first) ? second : first;
}

function toSecurity(requirement: RouteRequirement | undefined, acceptsSessions: boolean): OpenApiOperation['security'] {
  if (requirement === undefined) return [];
  const session = acceptsSessions ? [{ session: [] }] : [];
  if (requirement === 'sign-in') return session;
  return [...session, { token: typeof requirement === 'string' ? [] : [...requirement] }];
}

function toSchemes(acceptsSessions: boolean): Readonly<Record<string, JsonSchema>> {
  return {
    token: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API token, or a JWT of the configured issuer. The required scopes are listed with each operation.',
    },
    ...(acceptsSessions && {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookieName,
        description: 'The session of a signed-in browser.',
      },
    }),
  };
}
