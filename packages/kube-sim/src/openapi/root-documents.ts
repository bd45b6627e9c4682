import type { Schema } from '../schema/schema.ts';
import type { SchemaCatalog } from '../resources/schema-catalog.ts';
import { collect, type OpenApiDocument, toDocument, toReadPath } from './document-frame.ts';

/** Responses at the paths above those of groups, by the type of `meta/v1`. */
export const rootDocuments: Readonly<Record<string, string>> = {
  api: 'APIVersions',
  apis: 'APIGroupList',
  version: 'Info',
};

/** The document of a path with one response object: `/version/`, or `/apis/apps/` with an `APIGroup`. */
export function toRootDocument(path: string, catalog: SchemaCatalog, minor: string): OpenApiDocument {
  const type = rootDocuments[path] ?? 'APIGroup';
  const name = type === 'Info' ? 'io.k8s.apimachinery.pkg.version.Info' : catalog.nameOfMeta(type);
  const schema = type === 'Info' ? versionSchema : (catalog.named(name) ?? {});
  const schemas: Record<string, Schema> = { [name]: schema };
  collect(schema, catalog, schemas);
  return toDocument({ paths: toReadPath(path, name), schemas, minor });
}

const fields = [
  'major',
  'minor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
];
const versionSchema: Schema = {
  description: 'Version and build of the server.',
  type: 'object',
  required: fields,
  properties: Object.fromEntries(fields.map((name) => [name, { type: 'string', default: '' }])),
};
