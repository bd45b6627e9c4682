import {
  baselineChecks,
  findAddedCapabilities,
  findUnconfinedProfiles,
  type PodSecurityCheck,
} from './baseline-checks.ts';
import { nameAll, pickContainers, type PodSpec, quoteAll } from './pod-containers.ts';
import type { AdmissionRequest } from '../webhooks/match-webhook.ts';
import { forbidden } from '../../errors/refusals.ts';
import { asArray, asObject, asString, isSameJson, type JsonObject } from '../../object/json-value.ts';
import type { ObjectStore } from '../../store/object-store.ts';

const label = 'pod-security.kubernetes.io/';
const levels = ['privileged', 'baseline', 'restricted'];

interface Policy {
  readonly level: string;
  readonly version: string;
}

/** Paths to the pod spec in objects that create pods, by storage; CronJobs nest it one level deeper. */
const templates: Readonly<Record<string, (spec: JsonObject) => unknown>> = {
  '/pods': (spec) => spec,
  '/replicationcontrollers': (spec) => asObject(spec['template'])['spec'],
  'apps/deployments': (spec) => asObject(spec['template'])['spec'],
  'apps/replicasets': (spec) => asObject(spec['template'])['spec'],
  'apps/statefulsets': (spec) => asObject(spec['template'])['spec'],
  'apps/daemonsets': (spec) => asObject(spec['template'])['spec'],
  'batch/jobs': (spec) => asObject(spec['template'])['spec'],
  'batch/cronjobs': (spec) => asObject(asObject(asObject(spec['jobTemplate'])['spec'])['template'])['spec'],
};

/**
 * Enforces the Pod Security Standards that the namespace's labels select; objects that create pods only get warnings.
 * @throws StatusError 403 for a pod that violates the enforced standard
 */
export function enforcePodSecurity(store: ObjectStore, request: AdmissionRequest): void {
  const { definition, object, previous, subresource, warn } = request;
  const template = templates[definition.storage];
  if (!template || subresource !== undefined) return;
  if (previous && isSameJson(previous['spec'], object['spec'])) return;
  const namespace = store.get('/namespaces', { name: object.metadata.namespace ?? '' });
  const labels = namespace?.metadata.labels ?? {};
  const enforced = policyOf(labels, 'enforce');
  const spec = asObject(template(asObject(object['spec'])));
  const refusal = definition.storage === '/pods' ? describeViolations(spec, enforced) : undefined;
  if (refusal !== undefined) throw forbidden(definition, object.metadata.name, `violates ${refusal}`);
  // Without a warn label, the warn level is the enforced level.
  const warning = describeViolations(spec, policyOf(labels, 'warn') ?? enforced);
  if (warning !== undefined) warn?.(`would violate ${warning}`);
}

function describeViolations(spec: JsonObject, policy: Policy | undefined): string | undefined {
  const violations = policy ? findViolations(spec, policy.level) : '';
  return policy && violations !== '' ? `PodSecurity "${policy.level}:${policy.version}": ${violations}` : undefined;
}

function policyOf(labels: Readonly<Record<string, string>>, mode: 'enforce' | 'warn'): Policy | undefined {
  const level = labels[`${label}${mode}`];
  if (level === undefined) return undefined;
  // An unknown level is enforced as the strictest one and never warned about.
  const known = levels.includes(level) ? level : mode === 'enforce' ? 'restricted' : 'privileged';
  return { level: known, version: labels[`${label}${mode}-version`] ?? 'latest' };
}

function findViolations(spec: JsonObject, level: string): string {
  if (level === 'privileged') return '';
  const replaced = new Set(restrictedChecks.map(({ replaces }) => replaces));
  const checks =
    level === 'baseline'
      ? baselineChecks
      : [...baselineChecks.filter(({ id }) => !replaced.has(id)), ...restrictedChecks];
  return checks
    .flatMap((check) => {
      const details = check.find(spec);
      return details === undefined ? [] : [`${check.reason} (${details})`];
    })
    .join(', ');
}

const allowedVolumes = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

const allowedCapabilities = new Set(['NET_BIND_SERVICE']);

function join(parts: readonly (string | undefined)[], separator = ', '): string | undefined {
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 ? undefined : found.join(separator);
}

function about(names: readonly string[], why: string): string | undefined {
  return names.length === 0 ? undefined : `${nameAll('container', names)} ${why}`;
}

const profileOf = (context: unknown) => asObject(asObject(context)['seccompProfile'])['type'];

function findCapabilities(spec: PodSpec): string | undefined {
  const isKept = (context: JsonObject) => !asArray(asObject(context['capabilities'])['drop']).includes('ALL');
  return join(
    [
      about(pickContainers(spec, isKept), 'must set securityContext.capabilities.drop=["ALL"]'),
      findAddedCapabilities(spec, allowedCapabilities),
    ],
    '; ',
  );
}

function findVolumes(spec: PodSpec): string | undefined {
  const found = asArray(spec['volumes'])
    .map(asObject)
    .flatMap(({ name, ...source }) =>
      Object.keys(source)
        .filter((type) => !allowedVolumes.has(type))
        .map((type) => ({ name: asString(name), type })),
    );
  if (found.length === 0) return undefined;
  const types = [...new Set(found.map(({ type }) => type))].sort();
  const names = found.map(({ name }) => name);
  const verb = names.length === 1 ? 'uses' : 'use';
  return `${nameAll('volume', names)} ${verb} restricted volume type${types.length === 1 ? '' : 's'} ${quoteAll(types)}`;
}

function findRootUsers(spec: PodSpec): string | undefined {
  const ofPod = asObject(spec['securityContext'])['runAsNonRoot'];
  const explicit = pickContainers(spec, ({ runAsNonRoot }) => runAsNonRoot === false);
  const implicit = pickContainers(spec, ({ runAsNonRoot }) => runAsNonRoot === undefined && ofPod !== true);
  const refused = [
    ofPod === false ? 'pod must not set securityContext.runAsNonRoot=false' : undefined,
    about(explicit, 'must not set securityContext.runAsNonRoot=false'),
  ];
  if (join(refused) !== undefined) return join(refused);
  if (implicit.length === 0) return undefined;
  return `pod or ${nameAll('container', implicit)} must set securityContext.runAsNonRoot=true`;
}

function findProfiles(spec: PodSpec): string | undefined {
  const unconfined = findUnconfinedProfiles(spec);
  if (unconfined !== undefined) return unconfined;
  const isCovered = profileOf(spec['securityContext']) !== undefined;
  const names = isCovered ? [] : pickContainers(spec, (context) => profileOf(context) === undefined);
  if (names.length === 0) return undefined;
  return `pod or ${nameAll('container', names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
}

/** The checks that the restricted standard adds to the baseline, in the order of the report. */
const restrictedChecks: readonly (PodSecurityCheck & { readonly replaces?: string })[] = [
  {
    id: 'allowPrivilegeEscalation',
    reason: 'allowPrivilegeEscalation != false',
    find: (spec) =>
      about(
        pickContainers(spec, ({ allowPrivilegeEscalation }) => allowPrivilegeEscalation !== false),
        'must set securityContext.allowPrivilegeEscalation=false',
      ),
  },
  {
    id: 'capabilities_restricted',
    replaces: 'capabilities_baseline',
    reason: 'unrestricted capabilities',
    find: findCapabilities,
  },
  { id: 'restrictedVolumes', replaces: 'hostPathVolumes', reason: 'restricted volume types', find: findVolumes },
  { id: 'runAsNonRoot', reason: 'runAsNonRoot != true', find: findRootUsers },
  {
    id: 'runAsUser',
    reason: 'runAsUser=0',
    find: (spec) =>
      join([
        asObject(spec['securityContext'])['runAsUser'] === 0 ? 'pod must not set runAsUser=0' : undefined,
        about(
          pickContainers(spec, ({ runAsUser }) => runAsUser === 0),
          'must not set runAsUser=0',
        ),
      ]),
  },
  {
    id: 'seccompProfile_restricted',
    replaces: 'seccompProfile_baseline',
    reason: 'seccompProfile',
    find: findProfiles,
  },
];
