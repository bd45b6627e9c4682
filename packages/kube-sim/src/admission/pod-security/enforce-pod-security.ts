import { forbidden } from '../../errors/refusals.ts';
import { asObject, isSameJson, type JsonObject } from '../../object/json-value.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import type { AdmissionRequest } from '../webhooks/match-webhook.ts';
import { baselineChecks } from './baseline-checks.ts';
import { restrictedChecks } from './restricted-checks.ts';

const label = 'pod-security.kubernetes.io/';
const levels = ['privileged', 'baseline', 'restricted'];

interface Policy {
  readonly level: string;
  readonly version: string;
}

/** The spec of the pods that an object makes, by storage; CronJobs have theirs a level deeper. */
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
 * Holds pods to the Pod Security Standards that the labels of their namespace name; objects that make pods are only warned about.
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
  // Without a label of its own the level to warn at is the enforced one.
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
  // An unknown level is enforced as the strictest one, and not warned at.
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
