import { forbidden, notFound } from '../errors/refusals.ts';
import { asArray, asObject, asString, isSameJson, omit } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { findGrant, grantsRule, type PolicyRule, rulesFor, toRule } from './rbac.ts';
import type { User } from './user.ts';

const rbac = 'rbac.authorization.k8s.io';

interface GrantedWrite {
  readonly definition: ResourceDefinition;
  readonly next: KubeObject;
  readonly current: KubeObject | undefined;
}

/**
 * Refuses a role with rules, or a binding to a role, that its writer does not hold.
 * @throws StatusError 403, or 404 for a binding to a role that does not exist
 */
export function refuseEscalation(store: ObjectStore, user: User, { definition, next, current }: GrantedWrite): void {
  if (user.groups.includes('system:masters') || definition.group !== rbac) return;
  const { name, namespace } = next.metadata;
  const isBinding = definition.plural.endsWith('bindings');
  const field = isBinding ? 'roleRef' : 'rules';
  if (current && isSameJson(current[field], next[field])) return;
  const rules = isBinding ? boundRules(store, user, next) : ownRules(store, user, { definition, next });
  const held = rulesFor(store, user, namespace).map(({ rule }) => rule);
  const missing = rules.flatMap(split).filter((part) => !held.some((rule) => grantsRule(rule, part)));
  if (missing.length === 0) return;
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ');
  const list = join(missing).map(describe).toSorted().join('\n');
  const why = `user ${JSON.stringify(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${list}`;
  throw forbidden(definition, name, why);
}

function ownRules(
  store: ObjectStore,
  user: User,
  { definition, next }: Omit<GrantedWrite, 'current'>,
): readonly PolicyRule[] {
  const { name, namespace } = next.metadata;
  const place = namespace === undefined ? {} : { namespace };
  const request = { verb: 'escalate', group: rbac, resource: definition.plural, name, ...place };
  return findGrant(store, user, request) === undefined ? readRules(next) : [];
}

function boundRules(store: ObjectStore, user: User, binding: KubeObject): readonly PolicyRule[] {
  const { kind, name } = asObject(binding['roleRef']);
  const { namespace } = binding.metadata;
  const isCluster = kind === 'ClusterRole';
  const plural = isCluster ? 'clusterroles' : 'roles';
  const place = namespace === undefined ? {} : { namespace };
  const request = { verb: 'bind', group: rbac, resource: plural, name: asString(name), ...place };
  if (findGrant(store, user, request) !== undefined) return [];
  const role = store.get(`${rbac}/${plural}`, { ...(isCluster ? {} : place), name: asString(name) });
  if (!role) throw notFound({ group: rbac, plural: 'rolebindings' }, asString(name));
  return readRules(role);
}

function readRules(role: KubeObject): readonly PolicyRule[] {
  return asArray(role['rules']).map((rule) => toRule(asObject(rule)));
}

/** A rule as rules of one verb for one resource, or one path, each. */
function split(rule: PolicyRule): readonly PolicyRule[] {
  const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name]);
  return rule.verbs.flatMap((verb) => [
    ...rule.nonResourceURLs.map((url) => ({ ...none, nonResourceURLs: [url], verbs: [verb] })),
    ...rule.apiGroups.flatMap((group) =>
      rule.resources.flatMap((resource) =>
        names.map((resourceNames) => ({
          ...none,
          apiGroups: [group],
          resources: [resource],
          resourceNames,
          verbs: [verb],
        })),
      ),
    ),
  ]);
}

/** Rules of one verb each, joined where they are for the same resource. */
function join(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const byTarget = Map.groupBy(rules, (rule) => JSON.stringify(omit(rule, 'verbs')));
  return [...byTarget.values()].flatMap((parts) => {
    const [first] = parts;
    return first ? [{ ...first, verbs: parts.flatMap(({ verbs }) => verbs) }] : [];
  });
}

function describe(rule: PolicyRule): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const shown = parts.filter(([, values]) => values.length > 0);
  return `{${shown.map(([name, values]) => `${name}:[${values.map((each) => JSON.stringify(each)).join(' ')}]`).join(', ')}}`;
}
