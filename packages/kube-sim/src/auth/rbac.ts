import type { User } from './user.ts';
import { forbidden, notFound } from '../errors/refusals.ts';
import { StatusError } from '../errors/status-error.ts';
import { asArray, asObject, asString, isSameJson, omit } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** A verb on a resource or a path, to be authorized. */
export interface AccessRequest {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** For non-resource paths. */
  readonly path?: string;
}

interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** A rule that applies to a user, with the binding that grants it. */
interface GrantedRule {
  readonly rule: PolicyRule;
  readonly reason: string;
}

const rbac = 'rbac.authorization.k8s.io';

/** The rules that apply to a user in a namespace, including cluster-wide ones. */
export function rulesFor(store: ObjectStore, user: User, namespace: string | undefined): readonly GrantedRule[] {
  const granted: GrantedRule[] = [];
  const collect = (binding: KubeObject) => {
    if (
      !asArray(binding['subjects']).some((subject) => isSubject(asObject(subject), user, binding.metadata.namespace))
    ) {
      return;
    }
    const { kind, name } = asObject(binding['roleRef']);
    const role =
      kind === 'ClusterRole'
        ? store.get(`${rbac}/clusterroles`, { name: asString(name) })
        : store.get(`${rbac}/roles`, { namespace: binding.metadata.namespace, name: asString(name) });
    const { name: bindingName, namespace: place } = binding.metadata;
    const reference = place === undefined ? bindingName : `${bindingName}/${place}`;
    const reason = `RBAC: allowed by ${binding.kind} "${reference}" of ${asString(kind)} "${asString(name)}" to`;
    for (const rule of asArray(role?.['rules'])) granted.push({ rule: toRule(asObject(rule)), reason });
  };
  store.list(`${rbac}/clusterrolebindings`).forEach(collect);
  if (namespace !== undefined) store.list(`${rbac}/rolebindings`, namespace).forEach(collect);
  return granted;
}

/** The reason why a request is allowed; undefined if it is not. */
export function findGrant(store: ObjectStore, user: User, request: AccessRequest): string | undefined {
  if (user.groups.includes('system:masters')) return '';
  const grant = rulesFor(store, user, request.namespace).find(({ rule }) => allows(rule, request));
  if (!grant) return undefined;
  const name = user.name.replace(/^system:serviceaccount:([^:]+):(.+)$/, '$2/$1');
  const subject = name === user.name ? `User "${name}"` : `ServiceAccount "${name}"`;
  return `${grant.reason} ${subject}`;
}

/** Parses a rule of a role. */
function toRule(rule: Record<string, unknown>): PolicyRule {
  const texts = (name: string) => asArray(rule[name]).map(asString);
  return {
    verbs: texts('verbs'),
    apiGroups: texts('apiGroups'),
    resources: texts('resources'),
    resourceNames: texts('resourceNames'),
    nonResourceURLs: texts('nonResourceURLs'),
  };
}

function isSubject(subject: Record<string, unknown>, user: User, bindingNamespace: string | undefined): boolean {
  const name = asString(subject['name']);
  switch (subject['kind']) {
    case 'User':
      return user.name === name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount':
      return user.name === `system:serviceaccount:${asString(subject['namespace'] ?? bindingNamespace)}:${name}`;
    default:
      return false;
  }
}

function allows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!includes(rule.verbs, request.verb)) return false;
  if (request.path !== undefined)
    return rule.nonResourceURLs.some((pattern) => matchesPath(pattern, request.path ?? ''));
  const resource = request.subresource ? `${request.resource}/${request.subresource}` : (request.resource ?? '');
  return (
    includes(rule.apiGroups, request.group ?? '') &&
    (includes(rule.resources, resource) ||
      (request.subresource !== undefined && rule.resources.includes(`*/${request.subresource}`))) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(request.name ?? ''))
  );
}

/** Tests whether a rule covers another rule of one verb and one resource or path. */
function grantsRule(rule: PolicyRule, part: PolicyRule): boolean {
  const [verb = ''] = part.verbs;
  const [path] = part.nonResourceURLs;
  if (path !== undefined) return allows(rule, { verb, path });
  const [group = ''] = part.apiGroups;
  const [target = ''] = part.resources;
  const [name] = part.resourceNames;
  const [resource = '', subresource] = target.split('/');
  const names = name === undefined ? {} : { name };
  return allows(rule, { verb, group, resource, ...(subresource !== undefined && { subresource }), ...names });
}

function includes(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}

interface GrantedWrite {
  readonly definition: ResourceDefinition;
  readonly next: KubeObject;
  readonly current: KubeObject | undefined;
}

/**
 * Refuses a role with rules, or a binding to a role, that its writer does not hold.
 * @throws StatusError 403, or 404 for a binding to a missing role
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

/** Splits a rule into rules of one verb and one resource or path. */
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

/** Joins rules of one verb each if they are for the same resource. */
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

/** Authorizes a request. @throws StatusError 403 in the words of a real server */
export function authorize(store: ObjectStore, user: User, request: AccessRequest): void {
  if (findGrant(store, user, request) !== undefined) return;
  throw request.path === undefined ? forbiddenResource(user, request) : forbiddenPath(user, request);
}

function forbiddenPath(user: User, { verb, path = '' }: AccessRequest): StatusError {
  const message = `forbidden: User "${user.name}" cannot ${verb} path "${path}"`;
  return new StatusError({ code: 403, reason: 'Forbidden', message, details: {} });
}

function forbiddenResource(user: User, request: AccessRequest): StatusError {
  const { verb, group = '', resource = '', subresource, namespace, name } = request;
  const qualified = group === '' ? resource : `${resource}.${group}`;
  const subject = name === undefined ? qualified : `${qualified} "${name}"`;
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  const place = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `${subject} is forbidden: User "${user.name}" cannot ${verb} resource "${target}" in API group "${group}" ${place}`,
    details: { ...(name !== undefined && { name }), ...(group !== '' && { group }), kind: resource },
  });
}
