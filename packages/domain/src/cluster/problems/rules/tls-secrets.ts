import { type KubeObject, nameOf, namespaceOf } from '../../object/kube-object.ts';
import { objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

const soonMs = 7 * 24 * 3_600_000;

/**
 * Finds TLS Secrets whose certificate has expired, expires soon or is not valid yet. The Certificates of
 * cert-manager cover those that it renews.
 */
export function findTlsSecretProblems(objects: ClusterObjects): readonly Finding[] {
  const dated = objects.all('Secret').filter((secret) => textAt(secret, 'certificate', 'notAfter') !== undefined);
  if (dated.length === 0) return [];
  const managed = new Set(
    objects.all('Certificate').map((each) => `${namespaceOf(each)}/${textAt(each, 'spec', 'secretName')}`),
  );
  const users = usersOf(objects);
  return dated
    .filter((secret) => !managed.has(keyOf(secret)))
    .flatMap((secret) => judge(secret, users.get(keyOf(secret)), objects.now));
}

/** Returns the first Ingress that names each Secret. */
function usersOf(objects: ClusterObjects): ReadonlyMap<string, KubeObject> {
  const users = new Map<string, KubeObject>();
  for (const ingress of objects.all('Ingress')) {
    for (const tls of objectsAt(ingress, 'spec', 'tls')) {
      const key = `${namespaceOf(ingress)}/${textAt(tls, 'secretName')}`;
      if (!users.has(key)) users.set(key, ingress);
    }
  }
  return users;
}

function judge(secret: KubeObject, user: KubeObject | undefined, now: Date): readonly Finding[] {
  const [notBefore, notAfter] = ['notBefore', 'notAfter'].map((field) => textAt(secret, 'certificate', field));
  const left = Date.parse(notAfter ?? '') - now.getTime();
  const isEarly = Date.parse(notBefore ?? '') > now.getTime();
  const use = user ? evidence('spec.tls[].secretName', nameOf(secret), `ingress/${nameOf(user)}`) : [];
  const severity = user ? 'critical' : 'warning';
  const next = 'Put a valid certificate with its key into the Secret, and find out what should have renewed it.';
  const shared = { object: secret, next };
  if (left <= 0) {
    return [
      {
        ...shared,
        severity,
        reason: 'TlsSecretExpired',
        message: user ? 'The certificate that the Ingress serves has expired.' : 'Its certificate has expired.',
        evidence: [...evidence('tls.crt notAfter', notAfter), ...use],
        since: notAfter,
      },
    ];
  }
  if (isEarly) {
    return [
      {
        ...shared,
        severity,
        reason: 'TlsSecretNotYetValid',
        message: 'Its certificate is not valid yet.',
        evidence: [...evidence('tls.crt notBefore', notBefore), ...use],
      },
    ];
  }
  if (!(left <= soonMs)) return [];
  return [
    {
      ...shared,
      severity: 'warning',
      reason: 'TlsSecretExpiring',
      message: 'Its certificate expires within a week.',
      evidence: [...evidence('tls.crt notAfter', notAfter), ...use],
    },
  ];
}

function keyOf(secret: KubeObject): string {
  return `${namespaceOf(secret)}/${nameOf(secret)}`;
}
