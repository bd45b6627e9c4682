import { admit, refuseDeletion } from '../admission/admit.ts';
import { enforcePodSecurity } from '../admission/pod-security/enforce-pod-security.ts';
import { settleTemplateGeneration } from '../admission/template-generation.ts';
import { validateChange } from '../admission/validate-change.ts';
import { validateKind } from '../admission/validate-kind.ts';
import { validateMetadata } from '../admission/validate-names.ts';
import { refuseNodePorts } from '../admission/validate-networking.ts';
import { callWebhooks } from '../admission/webhooks/call-webhooks.ts';
import { decodeObject } from './decode-object.ts';
import { deleteObject, type DeleteOptions } from './delete-object.ts';
import { trackOwners, withOwners } from './track-owners.ts';
import type { WriteOptions } from './write-options.ts';
import { refuseEscalation } from '../auth/rbac.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import {
  alreadyExists,
  badRequest,
  conflict,
  internalFailure,
  invalidObject,
  invalidValue,
  notFound,
} from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asObject, asString, isSameJson, type JsonObject, omit } from '../object/json-value.ts';
import type { KubeObject, ObjectMeta } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { keyOf } from '../store/object-store.ts';

/** Writes objects with admission, validation and field ownership; the HTTP server and the controllers share it. */
export interface ObjectWriter {
  /** @throws StatusError if the object is refused */
  create(
    definition: ResourceDefinition,
    body: unknown,
    options: WriteOptions & { readonly namespace?: string },
  ): KubeObject;
  /** Replaces an object; its resource version, if set, must be the current one. @throws StatusError */
  update(
    definition: ResourceDefinition,
    body: unknown,
    options: WriteOptions & { readonly current: KubeObject },
  ): KubeObject;
  /** Stores an object whose managed fields are final. @throws StatusError */
  store(
    definition: ResourceDefinition,
    next: KubeObject,
    options: WriteOptions & { readonly current?: KubeObject },
  ): KubeObject;
  delete(definition: ResourceDefinition, object: KubeObject, options?: DeleteOptions): KubeObject | undefined;
}

/** Creates the writer of a cluster. */
export function createObjectWriter(state: ClusterState): ObjectWriter {
  const { store, schemas } = state;

  function prepare(definition: ResourceDefinition, body: unknown, options: WriteOptions) {
    const { object, causes } = decodeObject(schemas, definition, { ...options, body });
    return { draft: object as KubeObject, causes };
  }

  function create(
    definition: ResourceDefinition,
    body: unknown,
    options: WriteOptions & { readonly namespace?: string },
  ) {
    const { draft, causes } = prepare(definition, body, options);
    draft.metadata = newMetadata(state, draft, options.namespace);
    if (draft.metadata.resourceVersion && !options.dryRun) {
      throw internalFailure('resourceVersion should not be set on objects to be created');
    }
    if (hasStatus(definition) && definition.storage !== '/pods') delete draft['status'];
    if (hasGeneration(definition)) draft.metadata.generation = 1;
    const existing = store.get(definition.storage, draft.metadata);
    if (options.user) refuseEscalation(store, options.user, { definition, next: draft, current: undefined });
    if (definition.namespaced) requireNamespace(state, draft.metadata.namespace ?? '');
    // A dry run allocates no node ports.
    if (definition.storage === '/services' && options.dryRun !== true)
      refuseNodePorts(asString(draft.metadata.name), asObject(draft['spec']));
    const problems = [
      ...validateMetadata(definition.storage, draft),
      ...joinCauses(causes, validateKind(definition.storage, draft)),
    ];
    if (problems.length > 0) throw invalidObject(definition, asString(draft.metadata.name), unique(problems));
    if (existing) throw alreadyExists(definition, draft.metadata.name);
    const change = { current: undefined, next: draft, given: undefined };
    const object = withOwners(draft, trackOwners(state, { definition, change }, options));
    const admitted = admit(state, { operation: 'CREATE', definition, object, ...requestOf(options) });
    if (definition.storage === 'apps/daemonsets') settleTemplateGeneration(admitted);
    return commit(definition, admitted, { ...options, current: undefined });
  }

  function update(
    definition: ResourceDefinition,
    body: unknown,
    options: WriteOptions & { readonly current: KubeObject },
  ) {
    const { draft, causes } = prepare(definition, body, options);
    const { current } = options;
    const given = asObject(draft.metadata) as unknown as ObjectMeta;
    if (definition.custom && options.isReplaced && !given.resourceVersion) {
      const cause = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
      throw invalidObject({ group: definition.group, kind: definition.plural }, current.metadata.name, [cause]);
    }
    if (given.name !== undefined && given.name !== current.metadata.name) {
      throw badRequest(
        `the name of the object (${given.name}) does not match the name on the URL (${current.metadata.name})`,
      );
    }
    if (given.resourceVersion && given.resourceVersion !== current.metadata.resourceVersion) {
      throw conflict(definition, current.metadata.name);
    }
    if (given.uid !== undefined && given.uid !== current.metadata.uid) {
      throw conflict(definition, current.metadata.name, describeStorageError(definition, given.uid, current));
    }
    const next = settle(definition, draft, options);
    if (options.user) refuseEscalation(store, options.user, { definition, next, current });
    const problems = [
      ...validateMetadata(definition.storage, next),
      ...joinCauses(causes, validateKind(definition.storage, next)),
      ...validateChange(definition.storage, current, next),
    ];
    if (problems.length > 0) throw invalidObject(definition, current.metadata.name, unique(problems));
    const change = { current, next, given: given.managedFields };
    const object = withOwners(next, trackOwners(state, { definition, change }, options));
    const request = { operation: 'UPDATE', definition, object, previous: current, ...requestOf(options) } as const;
    const admitted = callWebhooks(state, request);
    if (definition.storage === 'apps/daemonsets') settleTemplateGeneration(admitted, current);
    enforcePodSecurity(store, { ...request, object: admitted });
    return commit(definition, admitted, options);
  }

  function storeSettled(
    definition: ResourceDefinition,
    next: KubeObject,
    options: WriteOptions & { readonly current?: KubeObject },
  ) {
    const { current } = options;
    const { managedFields = [], ...metadata } = next.metadata;
    const { namespace } = metadata;
    const body = { ...next, metadata };
    return current
      ? update(definition, body, { ...options, current, managedFields })
      : create(definition, body, { ...options, managedFields, ...(namespace !== undefined && { namespace }) });
  }

  /** Restores the fields that the request may not change: the status, or for the status subresource everything else. */
  function settle(
    definition: ResourceDefinition,
    draft: KubeObject,
    { current, subresource }: WriteOptions & { readonly current: KubeObject },
  ) {
    const before = current.metadata;
    const metadata: ObjectMeta = {
      ...(subresource === 'status' ? before : (asObject(draft.metadata) as unknown as ObjectMeta)),
      name: before.name,
      ...(before.namespace !== undefined && { namespace: before.namespace }),
      uid: before.uid,
      resourceVersion: before.resourceVersion,
      creationTimestamp: before.creationTimestamp,
      ...(before.deletionTimestamp !== undefined && { deletionTimestamp: before.deletionTimestamp }),
      ...(before.deletionGracePeriodSeconds !== undefined && {
        deletionGracePeriodSeconds: before.deletionGracePeriodSeconds,
      }),
      ...(before.generation !== undefined && { generation: before.generation }),
    };
    let next: KubeObject = { ...draft, metadata };
    if (subresource === 'status') next = { ...current, metadata, status: draft['status'] };
    else if (hasStatus(definition)) {
      next = { ...next, status: current['status'] };
      if (current['status'] === undefined) delete next['status'];
    }
    if (definition.storage === '/namespaces') next['spec'] = current['spec'];
    if (definition.storage === '/services') keepServiceAddress(current, next);
    if (metadata.generation !== undefined && !isSameJson(withoutStatus(current), withoutStatus(next))) {
      next.metadata.generation = metadata.generation + 1;
    }
    return next;
  }

  function commit(
    definition: ResourceDefinition,
    next: KubeObject,
    options: WriteOptions & { readonly current: KubeObject | undefined },
  ) {
    const { current, dryRun } = options;
    if (current && isUnchanged(current, next)) return current;
    if (dryRun) return next;
    const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = next.metadata;
    if (
      current &&
      deletionTimestamp !== undefined &&
      finalizers.length === 0 &&
      !deletionGracePeriodSeconds &&
      (current.metadata.finalizers?.length ?? 0) > 0
    ) {
      store.remove(definition.storage, next);
      return next;
    }
    return store.put(definition.storage, next);
  }

  return {
    create,
    update,
    store: storeSettled,
    delete(definition, object, options = {}) {
      refuseDeletion(definition, object);
      callWebhooks(state, { operation: 'DELETE', definition, object, dryRun: options.dryRun === true });
      return deleteObject(state, { definition, object }, options);
    },
  };
}

/** Words a UID conflict, with the object's key in etcd. */
function describeStorageError({ group, plural }: ResourceDefinition, uid: string, { metadata }: KubeObject): string {
  const parts = ['/registry', ...(group === '' ? [] : [group]), plural, metadata.namespace, metadata.name];
  const key = parts.filter((part) => part !== undefined).join('/');
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}

function requestOf({ subresource, dryRun = false, warn }: WriteOptions) {
  return { subresource, dryRun, warn };
}

function newMetadata({ clock, names }: ClusterState, draft: KubeObject, pathNamespace: string | undefined): ObjectMeta {
  const given = asObject(draft.metadata) as unknown as ObjectMeta;
  const {
    selfLink: _,
    managedFields: __,
    deletionTimestamp: ___,
    deletionGracePeriodSeconds: ____,
    ...kept
  } = given as ObjectMeta & { selfLink?: string };
  const namespace = given.namespace ?? pathNamespace;
  if (pathNamespace !== undefined && namespace !== pathNamespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  const name = given.name || (given.generateName ? `${given.generateName.slice(0, 58)}${names.suffix(5)}` : given.name);
  const { namespace: _____, ...scoped } = kept;
  return {
    ...(pathNamespace === undefined ? scoped : { ...scoped, namespace: pathNamespace }),
    name,
    uid: names.uid(),
    creationTimestamp: toTimestamp(clock.now()),
  } as ObjectMeta;
}

function requireNamespace(state: ClusterState, name: string): void {
  if (!state.store.get('/namespaces', { name })) throw notFound({ group: '', plural: 'namespaces' }, name);
}

function keepServiceAddress(current: KubeObject, next: KubeObject): void {
  const before = asObject(current['spec']);
  const after = asObject(next['spec']);
  if (after['type'] === 'ExternalName') return;
  for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
    if (after[field] === undefined && before[field] !== undefined) after[field] = before[field];
  }
}

function hasStatus(definition: ResourceDefinition): boolean {
  return definition.subresources.some(({ name }) => name === 'status');
}

const withGeneration =
  /^(apps|batch|networking\.k8s\.io|policy|apiextensions\.k8s\.io|admissionregistration\.k8s\.io)\/|^\/pods$/;

function hasGeneration(definition: ResourceDefinition): boolean {
  return definition.custom !== undefined || withGeneration.test(definition.storage);
}

function withoutStatus(object: KubeObject): JsonObject {
  return omit(object, 'metadata', 'status');
}

function isUnchanged(current: KubeObject, next: KubeObject): boolean {
  const content = (object: KubeObject) => ({
    ...object,
    metadata: omit(object.metadata, 'managedFields', 'resourceVersion', 'generation'),
  });
  const managers = ({ metadata }: KubeObject) => metadata.managedFields?.map((entry) => omit(entry, 'time'));
  return (
    keyOf(current.metadata) === keyOf(next.metadata) &&
    isSameJson(content(current), content(next)) &&
    isSameJson(managers(current), managers(next))
  );
}

/** Joins the causes of schema and kind; schema causes that the kind's rules report in other words are dropped. */
function joinCauses(ofSchema: readonly StatusCause[], ofKind: readonly StatusCause[]): readonly StatusCause[] {
  const isReported = ({ field }: StatusCause) =>
    ofKind.some((each) => field === each.field || field.startsWith(`${each.field}[`));
  return [...ofSchema.filter((each) => !isReported(each)), ...ofKind];
}

function unique<T extends { readonly field: string; readonly message: string }>(causes: readonly T[]): readonly T[] {
  return [...new Map(causes.map((each) => [`${each.field}\n${each.message}`, each])).values()];
}
