import { type KubeObject, namespaceOf } from '../../object/kube-object.ts';
import { objectsAt, textAt } from '../../object/read-value.ts';
import { type Reference, referencesOf } from '../../object/references.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Finds ingresses without a backend, a certificate, or a controller. */
export function findIngressProblems(objects: ClusterObjects): readonly Finding[] {
  return objects
    .all('Ingress')
    .flatMap((ingress) =>
      referencesOf(ingress).flatMap((reference) =>
        judge(reference, namespaceOf(ingress), objects).map((each) => ({ object: ingress, ...each })),
      ),
    );
}

function judge(
  { resource, name, use, port }: Reference,
  namespace: string | undefined,
  objects: ClusterObjects,
): readonly Omit<Finding, 'object'>[] {
  switch (resource) {
    case 'services': {
      const service = objects.find('Service', namespace, name);
      if (service) return hasPort(service, port) ? [] : [toMissingPort(service, { name, use, port })];
      return objects.lacks('Service', namespace, name)
        ? [
            {
              severity: 'critical',
              reason: 'MissingBackend',
              message: `Service "${name}" does not exist, but is the ${use}.`,
              evidence: evidence('spec.rules[].http.paths[].backend.service.name', name),
              next: 'List the services of the namespace, and name the intended one.',
            },
          ]
        : [];
    }
    case 'secrets':
      return objects.lacks('Secret', namespace, name)
        ? [
            {
              severity: 'critical',
              reason: 'MissingCertificate',
              message: `Secret "${name}" with its certificate does not exist.`,
              evidence: evidence('spec.tls[].secretName', name),
              next: 'Check what should create the Secret: a Certificate of cert-manager, or a person.',
            },
          ]
        : [];
    case 'ingressclasses':
      return objects.lacks('IngressClass', undefined, name)
        ? [
            {
              severity: 'critical',
              reason: 'MissingIngressClass',
              message: `There is no ingress class "${name}", so that no controller serves it.`,
              evidence: evidence('spec.ingressClassName', name),
              next: 'List the ingress classes, and name one of them.',
            },
          ]
        : [];
    default:
      return [];
  }
}

function hasPort(service: KubeObject, port: string | undefined): boolean {
  const ports = objectsAt(service, 'spec', 'ports');
  return port === undefined || ports.some((each) => textAt(each, 'port') === port || textAt(each, 'name') === port);
}

function toMissingPort(
  service: KubeObject,
  { name, use, port }: Pick<Reference, 'name' | 'use' | 'port'>,
): Omit<Finding, 'object'> {
  const known = objectsAt(service, 'spec', 'ports').flatMap((each) => [textAt(each, 'port'), textAt(each, 'name')]);
  return {
    severity: 'critical',
    reason: 'PortMismatch',
    message: `Service "${name}", the ${use}, has no port ${port}.`,
    evidence: [
      ...evidence('spec.rules[].http.paths[].backend.service.port', port),
      ...evidence('spec.ports', known.filter(Boolean).join(', '), `service/${name}`),
    ],
    next: 'Name a port that the service has.',
  };
}
