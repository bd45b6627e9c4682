import { AppError } from '@shipmate/core';
import {
  type Capability,
  describeKind,
  findKindSchema,
  type SchemaSet,
  type ServedKind,
  toCapabilities,
} from '@shipmate/domain/capability';
import { apiVersionOf } from '../../kubernetes/api/api-resource.ts';
import { parseSchemas } from '../../kubernetes/api/open-api.ts';
import { renderSchema } from './render-schema.ts';
import { parseSchemaPath, schemaAt } from './schema-path.ts';

/** A kind in one API version. */
type Kind = Pick<ServedKind, 'group' | 'version' | 'kind'>;

/** The part of a kind's schema to show. */
interface SchemaPart {
  /** Path of a field; empty for the spec. */
  readonly path: string;
  /** Levels of fields. */
  readonly depth: number;
}

/**
 * Renders a part of a kind's schema from the OpenAPI document of its API version.
 *
 * @throws AppError `NOT_FOUND` for a kind without a schema, and a field that does not exist; `EXTERNAL_API_ERROR` for an
 * unexpected document.
 */
export function renderSchemaText(
  text: string,
  kind: Kind,
  { path, depth }: SchemaPart,
): { readonly name: string; readonly text: string } {
  const { schema, schemas } = requireSchema(text, kind);
  const inSpec = path === '' && schema['properties'] !== undefined && 'spec' in Object(schema['properties']);
  const steps = inSpec ? ['spec'] : parseSchemaPath(path);
  const name = steps.join('.') || kind.kind;
  const lines = [
    ...(inSpec ? [describeKind(schema) || 'It has no description.'] : []),
    renderSchema(name, schemaAt(schema, steps, schemas), { schemas, depth }),
  ];
  return { name, text: lines.join('\n') };
}

/** Returns the description of a kind. @throws AppError as {@link renderSchemaText} does */
export function describeSchemaText(text: string, kind: Kind): string {
  return describeKind(requireSchema(text, kind).schema);
}

function requireSchema(text: string, kind: Kind) {
  const schemas = parseSchemas(text);
  const schema = findKindSchema(schemas, kind);
  if (schema) return { schema, schemas };
  throw new AppError({
    code: 'NOT_FOUND',
    message: `The cluster publishes no schema of ${kind.kind} (${apiVersionOf(kind)}). Look at an object of it with kubectl_get.`,
  });
}

/** The capabilities of kinds. */
export interface DerivedCapabilities {
  readonly capabilities: readonly Capability[];
  /** False if a document could not be read. */
  readonly isComplete: boolean;
}

/**
 * Derives the capabilities of the kinds of a group from its OpenAPI documents by version, `undefined` for an unreadable one. Kinds
 * without a schema are described by name.
 */
export function deriveCapabilities(
  kinds: readonly ServedKind[],
  texts: ReadonlyMap<string, string | undefined>,
): DerivedCapabilities {
  const schemas = new Map(
    [...texts].map(([version, text]) => [version, text === undefined ? undefined : tryToParse(text)]),
  );
  return {
    capabilities: toCapabilities(kinds, (version) => schemas.get(version) ?? {}),
    isComplete: [...schemas.values()].every((set) => set !== undefined),
  };
}

function tryToParse(text: string): SchemaSet | undefined {
  try {
    return parseSchemas(text);
  } catch (thrown) {
    if (AppError.isInstance(thrown)) return undefined;
    throw thrown;
  }
}
