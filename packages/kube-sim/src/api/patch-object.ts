import { objectTypeOf } from '../apply/object-type.ts';
import { applyConfiguration } from '../apply/server-side-apply.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { badRequest, notFound, unsupportedMediaType } from '../errors/refusals.ts';
import { isObject, type JsonObject, toText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { decodeObject } from './decode-object.ts';
import type { ObjectWriter } from './object-writer.ts';
import type { WriteOptions } from './write-options.ts';

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

/** Changes an object by one of the four kinds of patch; applying creates what is absent. @throws StatusError */
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
  return { object: writer.update(definition, patched, { ...options, current }), isNew: false };
}

function applyPatchType(
  { schemas }: ClusterState,
  current: KubeObject,
  { definition, contentType, patch }: Pick<PatchRequest, 'definition' | 'contentType' | 'patch'>,
): unknown {
  if (contentType === patchTypes.json) return applyJsonPatch(current, patch);
  if (!isObject(patch))
    throw badRequest('error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}');
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
  const { definition, namespace, name, patch, force } = request;
  if (options.manager === '')
    throw badRequest(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
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
  if (!isObject(patch)) throw badRequest('an applied configuration must be an object');
  return { object: writer.store(definition, object, { ...options, ...(current && { current }) }), isNew: !current };
}

/** The configuration as typed by its schema, but without defaults, which nobody applied. */
function toConfiguration(
  { schemas }: ClusterState,
  { definition, namespace, name, patch }: PatchRequest,
  options: WriteOptions,
): JsonObject {
  if (!isObject(patch)) throw badRequest('an applied configuration must be an object');
  decodeObject(schemas, definition, { ...options, body: patch });
  const metadata = isObject(patch['metadata']) ? patch['metadata'] : {};
  if (metadata['managedFields'] !== undefined) throw badRequest('metadata.managedFields must be nil');
  if (metadata['name'] !== undefined && metadata['name'] !== name) {
    throw badRequest(
      `the name of the object (${toText(metadata['name'])}) does not match the name on the URL (${name})`,
    );
  }
  if (namespace !== undefined && metadata['namespace'] !== undefined && metadata['namespace'] !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return structuredClone(patch);
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
