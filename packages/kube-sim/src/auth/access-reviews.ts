import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { findGrant, rulesFor, type AccessRequest } from './rbac.ts';
import { authenticated, type User } from './user.ts';

/** Answers a review of `authorization.k8s.io` or `authentication.k8s.io`, or undefined for another kind. */
export function answerReview(
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
