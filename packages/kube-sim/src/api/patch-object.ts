import { checkKind } from './decode-object.ts';
import type { ObjectWriter } from './object-writer.ts';
import type { WriteOptions } from './write-options.ts';
import { objectTypeOf } from '../apply/object-type.ts';
import { applyConfiguration } from '../apply/server-side-apply.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import {
  badRequest,
  internalFailure,
  invalidObject,
  invalidValue,
  notFound,
  unknownMediaType,
  unreadablePatch,
  unsupportedMediaType,
} from '../errors/refusals.ts';
import { type StatusCause, StatusError } from '../errors/status-error.ts';
import { formatGoValue } from '../object/go-value.ts';
import { asObject, isObject, isSameJson, type JsonObject, jsonTypeOf, scalarToText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch, applyStrategicMergePatch } from '../patch/merge-patch.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { SchemaCatalog } from '../resources/schema-catalog.ts';
import { checkObject } from '../schema/check-object.ts';
import type { ClusterState } from '../state/cluster-state.ts';

interface PatchRequest {
  readonly definition: ResourceDefinition;
  readonly namespace?: string;
  readonly name: string;
  readonly contentType: string;
  readonly patch: unknown;
  readonly force: boolean;
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  applyYaml: 'application/apply-patch+yaml',
} as const;

/** Patches an object by one of the four patch types; an apply creates a missing object. @throws StatusError */
export function patchObject(
  state: ClusterState,
  writer: ObjectWriter,
  { request, options }: { readonly request: PatchRequest; readonly options: WriteOptions },
): { readonly object: KubeObject; readonly isNew: boolean } {
  const { definition, namespace, name, contentType, patch } = request;
  const current = state.store.get(definition.storage, { namespace, name });
  if (contentType === patchTypes.applyYaml || contentType === 'application/apply-patch+json') {
    return applyPatch(state, writer, { request, options, current });
  }
  if (!current) throw notFound(definition, name);
  const patched = applyPatchType(state, current, { definition, contentType, patch });
  if (!isObject(patched)) throw badRequest('the patch leaves no object');
  const isStrategic = contentType === patchTypes.strategic;
  const text = () =>
    isStrategic ? formatGoValue(patch) : toPatchedText(state.schemas, definition, { patched, current });
  const refusePatch = { isStrategic, error: (why: string) => unreadablePatch(text(), why) };
  checkIdentity(definition, patched, current);
  return { object: writer.update(definition, patched, { ...options, refusePatch, current }), isNew: false };
}

/** The patched object as a real server quotes it in a refusal. */
function toPatchedText(
  schemas: SchemaCatalog,
  definition: ResourceDefinition,
  { patched, current }: { readonly patched: JsonObject; readonly current: KubeObject },
): string {
  if (definition.custom) return JSON.stringify(schemas.order.byName(patched));
  const { kind, apiVersion, ...rest } = schemas.order.byType(current, schemas.schemaOf(definition));
  return JSON.stringify(sortChanged(patched, { apiVersion, kind, ...rest }));
}

/** Sorts the parts that a patch changed; the others keep their order. */
function sortChanged(next: unknown, before: unknown): unknown {
  if (isSameJson(next, before)) return before;
  if (Array.isArray(next) && Array.isArray(before)) return next.map((item, index) => sortChanged(item, before[index]));
  if (!isObject(next) || !isObject(before)) return next;
  const names = Object.keys(next).toSorted();
  return Object.fromEntries(names.map((name) => [name, sortChanged(next[name], before[name])]));
}

/** @throws StatusError 422 for another uid; a real server reports it twice */
function checkIdentity({ group, kind }: ResourceDefinition, patched: JsonObject, { metadata }: KubeObject): void {
  const { uid } = isObject(patched['metadata']) ? patched['metadata'] : {};
  if (uid === undefined || uid === metadata.uid) return;
  const cause = invalidValue('metadata.uid', uid, 'field is immutable');
  const { message } = invalidObject({ group, kind }, metadata.name, [cause]);
  const details = { name: metadata.name, ...(group !== '' && { group }), kind, causes: [cause, cause] };
  throw new StatusError({ code: 422, reason: 'Invalid', message, details });
}

function applyPatchType(
  { schemas }: ClusterState,
  current: KubeObject,
  { definition, contentType, patch }: Pick<PatchRequest, 'definition' | 'contentType' | 'patch'>,
): unknown {
  if (!Object.values<string>(patchTypes).includes(contentType) && !definition.custom) throw unknownMediaType();
  if (contentType === patchTypes.json) return applyJsonPatch(current, patch);
  if (!isObject(patch))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type map[string]interface {}`,
    );
  if (contentType === patchTypes.merge) return applyMergePatch(current, patch);
  const schema = schemas.schemaOf(definition);
  if (contentType === patchTypes.strategic && !definition.custom && schema) {
    return applyStrategicMergePatch(current, patch, { schema, resolve: schemas.resolve });
  }
  throw unsupportedMediaType(
    Object.values(patchTypes).filter((type) => !definition.custom || type !== patchTypes.strategic),
  );
}

function applyPatch(
  state: ClusterState,
  writer: ObjectWriter,
  {
    request,
    options,
    current,
  }: { readonly request: PatchRequest; readonly options: WriteOptions; readonly current: KubeObject | undefined },
): { readonly object: KubeObject; readonly isNew: boolean } {
  const { definition, namespace, name, force } = request;
  const configuration = toConfiguration(state, request, options);
  const { schemas, clock } = state;
  const live: KubeObject = current ?? emptyObject(definition, { name, namespace });
  const object = applyConfiguration(live, configuration, {
    type: objectTypeOf(schemas, definition),
    force,
    change: {
      manager: options.manager,
      apiVersion: apiVersionOf(definition),
      time: toTimestamp(clock.now()),
      ...(options.subresource !== undefined && { subresource: options.subresource }),
    },
  });
  const { duplicateFields: _, ...write } = options;
  return { object: writer.store(definition, object, { ...write, ...(current && { current }) }), isNew: !current };
}

/** The applied configuration, typed by its schema but without defaults, which no manager applied. */
function toConfiguration(
  { schemas }: ClusterState,
  { definition, namespace, name, patch }: PatchRequest,
  options: WriteOptions,
): JsonObject {
  if (!isObject(patch)) throw badRequest('an applied configuration must be an object');
  checkKind(patch, definition, apiVersionOf(definition));
  checkConfiguration(schemas, definition, patch);
  checkRepeatedKeys(options);
  const metadata = isObject(patch['metadata']) ? patch['metadata'] : {};
  if (metadata['managedFields'] !== undefined) throw badRequest('metadata.managedFields must be nil');
  if (metadata['name'] !== undefined && metadata['name'] !== name) {
    throw badRequest(
      `the name of the object (${scalarToText(metadata['name'])}) does not match the name on the URL (${name})`,
    );
  }
  if (namespace !== undefined && metadata['namespace'] !== undefined && metadata['namespace'] !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return structuredClone(patch);
}

/** @throws StatusError 400 */
function checkRepeatedKeys({ duplicateFields = [], fieldValidation, warn }: WriteOptions): void {
  if (duplicateFields.length === 0) return;
  const text = `yaml: unmarshal errors:\n${duplicateFields.map((each) => `  ${each}`).join('\n')}`;
  if (fieldValidation === 'Strict') {
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${text}`);
  }
  if (fieldValidation === 'Warn') for (const each of duplicateFields) warn?.(each);
}

function emptyObject(
  definition: ResourceDefinition,
  { name, namespace }: { readonly name: string; readonly namespace: string | undefined },
): KubeObject {
  return {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) } as KubeObject['metadata'],
  };
}

/**
 * Refuses an applied configuration with unknown fields or mistyped values, whatever the request's field validation.
 * @throws StatusError 500
 */
function checkConfiguration(schemas: SchemaCatalog, definition: ResourceDefinition, configuration: JsonObject): void {
  const schema = schemas.schemaOf(definition);
  if (!schema) return;
  const found = checkObject(configuration, schema, {
    resolve: schemas.resolve,
    isCustom: definition.custom !== undefined,
  });
  const problems = [
    ...found.unknownFields.map((field) => `.${field}: field not declared in schema`),
    ...found.typeErrors.map(describe),
  ];
  if (problems.length === 0) return;
  const { name, namespace } = asObject(configuration['metadata']);
  const subject = `${scalarToText(namespace)}/${scalarToText(name)}; ${apiVersionOf(definition)}, Kind=${definition.kind}`;
  const text = problems.length === 1 ? problems[0] : ['errors:', ...problems.map((each) => `  ${each}`)].join('\n');
  throw internalFailure(`failed to create typed patch object (${subject}): ${text}`);
}

const expectations: Readonly<Record<string, string>> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'numeric (int or float)',
  number: 'numeric (int or float)',
  object: 'map',
  string: 'string',
};

function describe({ field, message }: StatusCause): string {
  const wanted = /must be of type (\w+)/.exec(message)?.[1] ?? '';
  const given = /^Invalid value: "(\w+)"/.exec(message)?.[1] ?? '';
  return `.${field}: expected ${expectations[wanted] ?? wanted}, got ${given}`;
}
