import { expect, test } from 'vitest';
import { diagnose, toEvidence, toLines } from '../../../../test/support/diagnose.ts';

const secret = (certificate: string) => `
---
apiVersion: v1
kind: Secret
type: kubernetes.io/tls
metadata: { name: shop-tls, namespace: shop }
${certificate}`;

const until = (notAfter: string, notBefore = '2025-01-01T00:00:00.000Z') =>
  secret(`certificate: { notBefore: "${notBefore}", notAfter: "${notAfter}" }`);

const ingress = `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop, namespace: shop }
spec: { tls: [{ hosts: [shop.test], secretName: shop-tls }] }`;

const managed = `
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: { name: shop, namespace: shop }
spec: { secretName: shop-tls }
status: { notAfter: "2026-02-01T00:00:00Z" }`;

test.each<[name: string, yaml: string, problems: readonly string[], evidence: string]>([
  [
    'critical when an Ingress serves a certificate that has expired',
    until('2026-02-01T00:00:00.000Z') + ingress,
    ['critical TlsSecretExpired Secret/shop-tls'],
    'ingress/shop spec.tls[].secretName: shop-tls',
  ],
  [
    'a warning when nothing that was read uses the certificate that has expired',
    until('2026-02-01T00:00:00.000Z'),
    ['warning TlsSecretExpired Secret/shop-tls'],
    'tls.crt notAfter: 2026-02-01T00:00:00.000Z',
  ],
  [
    'a warning when the certificate expires within a week',
    until('2026-03-07T00:00:00.000Z') + ingress,
    ['warning TlsSecretExpiring Secret/shop-tls'],
    'tls.crt notAfter: 2026-03-07T00:00:00.000Z',
  ],
  [
    'a warning when the certificate is not valid yet',
    until('2027-03-07T00:00:00.000Z', '2026-03-02T00:00:00.000Z'),
    ['warning TlsSecretNotYetValid Secret/shop-tls'],
    'tls.crt notBefore: 2026-03-02T00:00:00.000Z',
  ],
  [
    'left to the Certificate of cert-manager when one makes the Secret',
    until('2026-02-01T00:00:00.000Z') + managed,
    ['critical CertificateExpired Certificate/shop'],
    'status.notAfter',
  ],
])('findTlsSecretProblems judges an expiry as %s', (...[, yaml, problems, evidence]) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(problems);
  expect(toEvidence(found)).toContain(evidence);
  expect(toEvidence(found).includes('ingress/')).toBe(yaml.includes('kind: Ingress'));
});

test.each([
  ['a certificate that is valid for longer', until('2026-09-01T00:00:00.000Z') + ingress],
  ['a Secret of which only the name was read', secret('') + ingress],
  ['a certificate that cannot be read', secret('certificate: { notAfter: "soon" }') + ingress],
])('findTlsSecretProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});
