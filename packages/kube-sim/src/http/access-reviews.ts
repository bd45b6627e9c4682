import { compareFields } from '../apply/compare-fields.ts';
import { recordUpdate } from '../apply/managed-fields.ts';
import { objectTypeOf } from '../apply/object-type.ts';
import { type AccessRequest, findGrant, rulesFor } from '../auth/rbac.ts';
import { authenticated, type User } from '../auth/user.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import { badRequest } from '../errors/refusals.ts';
import type { ApiRequest } from './api-request.ts';
import { toWriteOptions } from './query-options.ts';
import { asArray, asObject, asString, type JsonObject, omit } from '../object/json-value.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Answers a review, an object that is answered but never stored; undefined for other kinds. */
export function reviewRequest(
  { store, authenticator, schemas, clock }: ClusterState,
  request: ApiRequest,
  { definition, body }: { readonly definition: ResourceDefinition; readonly body: JsonObject },
): JsonObject | undefined {
  if (definition.verbs.includes('get')) return undefined;
  const { user } = request;
  const answered = answerReview(definition.kind, body, { store, user, userOf: (token) => authenticator.userOf(token) });
  if (!answered) return undefined;
  if (definition.kind === 'SelfSubjectRulesReview' && !asObject(body['spec'])['namespace']) {
    throw badRequest('no namespace on request');
  }
  const identity = { kind: definition.kind, apiVersion: apiVersionOf(definition) };
  if (definition.kind === 'SelfSubjectRulesReview') return { ...identity, metadata: {}, ...answered };
  if (definition.kind === 'SelfSubjectReview') {
    const metadata = { creationTimestamp: toTimestamp(clock.now()) };
    return { ...identity, metadata, status: answered['status'] };
  }
  const { manager } = toWriteOptions(request, () => undefined);
  const asked = { spec: body['spec'] ?? {} };
  const change = { manager, time: toTimestamp(clock.now()), apiVersion: identity.apiVersion };
  const changes = compareFields({}, asked, objectTypeOf(schemas, definition));
  const managedFields = recordUpdate([], changes, change);
  return { ...identity, metadata: { managedFields }, ...omit(answered, 'kind', 'apiVersion', 'metadata') };
}

/** Answers a review of `authorization.k8s.io` or `authentication.k8s.io`; undefined for other kinds. */
function answerReview(
  kind: string,
  body: JsonObject,
  {
    store,
    user,
    userOf,
  }: { readonly store: ObjectStore; readonly user: User; readonly userOf: (token: string) => User | undefined },
): JsonObject | undefined {
  const spec = asObject(body['spec']);
  switch (kind) {
    case 'SelfSubjectAccessReview':
      return { ...body, status: reviewAccess(store, user, spec) };
    case 'SubjectAccessReview':
    case 'LocalSubjectAccessReview': {
      const subject = authenticated(asString(spec['user']), asArray(spec['groups']).map(asString));
      return { ...body, status: reviewAccess(store, subject, spec) };
    }
    case 'SelfSubjectRulesReview':
      return { ...body, spec: {}, status: reviewRules(store, user, asString(spec['namespace'])) };
    case 'SelfSubjectReview':
      return { ...body, status: { userInfo: toUserInfo(user) } };
    case 'TokenReview': {
      const found = userOf(asString(spec['token']));
      return { ...body, status: found ? { authenticated: true, user: toUserInfo(found) } : { authenticated: false } };
    }
    default:
      return undefined;
  }
}

function toUserInfo({ name, groups, uid }: User): JsonObject {
  return { username: name, groups, ...(uid !== undefined && { uid }) };
}

function reviewAccess(store: ObjectStore, user: User, spec: JsonObject): JsonObject {
  const grant = findGrant(store, user, toAccessRequest(spec));
  if (grant === undefined) return { allowed: false };
  return grant === '' ? { allowed: true } : { allowed: true, reason: grant };
}

function toAccessRequest(spec: JsonObject): AccessRequest {
  const path = asObject(spec['nonResourceAttributes']);
  if (spec['nonResourceAttributes']) return { verb: asString(path['verb']), path: asString(path['path']) };
  const { verb, group, resource, subresource, namespace, name } = asObject(spec['resourceAttributes']);
  return {
    verb: asString(verb),
    group: asString(group),
    resource: asString(resource),
    ...(subresource ? { subresource: asString(subresource) } : {}),
    ...(namespace ? { namespace: asString(namespace) } : {}),
    ...(name ? { name: asString(name) } : {}),
  };
}

function reviewRules(store: ObjectStore, user: User, namespace: string): JsonObject {
  const masters = user.groups.includes('system:masters')
    ? [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ]
    : [];
  const rules = [
    ...masters,
    ...rulesFor(store, user, namespace).map(({ rule }) =>
      Object.fromEntries(Object.entries(rule).filter(([, values]: [string, readonly string[]]) => values.length > 0)),
    ),
  ];
  return {
    resourceRules: rules.filter((rule) => 'resources' in rule),
    nonResourceRules: rules.filter((rule) => 'nonResourceURLs' in rule),
    incomplete: false,
  };
}
