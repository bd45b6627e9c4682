import { isAtomicType, mergeRuleOf } from './merge-rules.ts';
import type { Schema } from './schema.ts';
import { type FieldPlace, withZeroValue } from './zero-values.ts';

/** A type of `kubernetes-models` as a schema. */
interface DeclaredType {
  readonly schema: Schema;
  /** The modules of the types that it refers to, by name. */
  readonly imports: ReadonlyMap<string, string>;
}

/**
 * Parses a declaration file of `kubernetes-models`: one generated interface or type alias, with Kubernetes'
 * documentation in
 * comments. The generator writes one form only, so scanning lines is enough.
 */
export function parseDeclaration(text: string, typeName: string): DeclaredType {
  const imports = new Map<string, string>();
  for (const [, name = '', module = ''] of text.matchAll(/^import \{ I(Io\w+) \} from "([^"]+)";$/gm)) {
    imports.set(name, module);
  }
  const comment = String.raw`(/\*\*(?:(?!\*/)[\s\S])*\*/\n)?`;
  const head = new RegExp(String.raw`${comment}export (?:interface|type) I${typeName}\b`).exec(text);
  const alias = new RegExp(`^export type I${typeName} = (.+);$`, 'm').exec(text);
  const schema = alias ? aliasSchema(typeName, alias[1] ?? '') : interfaceSchema(text, typeName);
  return { imports, schema: describe(readComment(head?.[1] ?? ''), schema) };
}

function interfaceSchema(text: string, typeName: string): Schema {
  if (/^JSON(?:SchemaPropsOr\w+)?$/.test(typeName)) return {};
  const modelName = /export type \{ I\w+ as I(Io\w+)/.exec(text)?.[1] ?? typeName;
  const self = new RegExp(`\\bI${typeName}\\b`, 'g');
  const start = text.indexOf(`export interface I${typeName}`);
  const body = text.slice(text.indexOf('{\n', start) + 2, text.indexOf('\n}\n', start) + 1);
  const isKind = /extends TypeMeta\b/.test(text);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [, comment = '', name = '', optional, type = ''] of body.matchAll(property)) {
    const isRequired = optional !== '?' && !(isKind && Object.hasOwn(typeMeta, name));
    const schema = readType(type.replaceAll(self, `I${modelName}`));
    properties[name] = describe(readComment(comment), fieldOf({ type: typeName, field: name, isRequired }, schema));
    if (isRequired) required.push(name);
  }
  if (isKind) Object.assign(properties, typeMeta);
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(isAtomicType(typeName) && { 'x-kubernetes-map-type': 'atomic' as const }),
  };
}

/** A field with the properties that its declaration lacks. */
function fieldOf(place: FieldPlace, declared: Schema): Schema {
  const { type, field } = place;
  return { ...withZeroValue(place, withFormat(type, field, declared)), ...mergeRuleOf(type, field, declared) };
}

function describe(description: string, schema: Schema): Schema {
  return description === '' ? schema : { description, ...schema };
}

const property = /( {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {4}"([^"]+)"(\??): ((?:\{[\s\S]*?\n {4}\}|[^;\n])+);/g;

const typeMeta: Readonly<Record<string, Schema>> = {
  apiVersion: {
    type: 'string',
    description:
      'APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values.',
  },
  kind: {
    type: 'string',
    description:
      'Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase.',
  },
};

function readComment(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*) ?/, ''))
    .join('\n')
    .trim();
}

function aliasSchema(name: string, type: string): Schema {
  if (name === 'IntOrString') return { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] };
  if (name === 'Quantity') return { oneOf: [{ type: 'string' }, { type: 'number' }] };
  if (name === 'Time' || name === 'MicroTime') return { type: 'string', format: 'date-time' };
  return type === 'string' ? { type: 'string' } : {};
}

function readType(text: string): Schema {
  const type = text.trim();
  const list = /^Array<([\s\S]+)>$/.exec(type);
  if (list) return { type: 'array', items: readType(list[1] ?? '') };
  const map = /^\{\s*\[key: string\]: ([\s\S]+?);?\s*\}$/.exec(type);
  if (map) return { type: 'object', additionalProperties: readType(map[1] ?? '') };
  if (type.startsWith('"')) return { type: 'string', enum: [...type.matchAll(/"([^"]*)"/g)].map(([, value]) => value) };
  const reference = /^I(Io\w+)$/.exec(type);
  if (reference) return { $ref: reference[1] ?? '' };
  // Only schemas of custom resources have fractions in the API, and those are open.
  if (type === 'number') return { type: 'integer' };
  return type === 'string' || type === 'boolean' ? { type } : {};
}

/** Fields of 64 bits in every type; other integers have 32. */
const longFields: ReadonlySet<string> = new Set([
  'activeDeadlineSeconds',
  'deletionGracePeriodSeconds',
  'fsGroup',
  'generation',
  'gid',
  'gracePeriodSeconds',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
  'observedGeneration',
  'remainingItemCount',
  'resourceSliceCount',
  'runAsGroup',
  'runAsUser',
  'sizeBytes',
  'startingDeadlineSeconds',
  'supplementalGroups',
  'terminationGracePeriodSeconds',
  'tolerationSeconds',
  'uid',
]);

const byPlace: Readonly<Record<string, Schema>> = {
  'APIServiceSpec.caBundle': { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
  'CertificateSigningRequestSpec.request': { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
  'CertificateSigningRequestStatus.certificate': { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
  'ConfigMap.binaryData': { additionalProperties: { type: 'string', format: 'byte' } },
  'ControllerRevision.revision': { format: 'int64' },
  'CSIDriverSpec.nodeAllocatableUpdatePeriodSeconds': { format: 'int64' },
  'DeviceAttribute.int': { format: 'int64' },
  'DeviceSubRequest.count': { format: 'int64' },
  'ExactDeviceRequest.count': { format: 'int64' },
  'JSONSchemaProps.maximum': { type: 'number', format: 'double' },
  'JSONSchemaProps.minimum': { type: 'number', format: 'double' },
  'JSONSchemaProps.multipleOf': { type: 'number', format: 'double' },
  'NodeSwapStatus.capacity': { format: 'int64' },
  'Secret.data': { additionalProperties: { type: 'string', format: 'byte' } },
  'ServiceAccountTokenProjection.expirationSeconds': { format: 'int64' },
  'SleepAction.seconds': { format: 'int64' },
  'TokenRequest.expirationSeconds': { format: 'int64' },
  'TokenRequestSpec.expirationSeconds': { format: 'int64' },
  'WebhookClientConfig.caBundle': { format: 'byte' },
};

/** Adds the width of numbers and the format of byte strings, which type declarations lack. */
function withFormat(type: string, field: string, schema: Schema): Schema {
  const place = `${type}.${field}`;
  const { items } = schema;
  const format = longFields.has(field) ? 'int64' : 'int32';
  return {
    ...schema,
    ...(schema.type === 'integer' && { format }),
    ...(items?.type === 'integer' && { items: { ...items, format } }),
    ...(Object.hasOwn(byPlace, place) && byPlace[place]),
  };
}
