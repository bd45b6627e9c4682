import { expect, test } from 'vitest';
import { diagnose, toLines } from '../../../../test/support/diagnose.ts';

const service = (spec = 'selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }]') => `
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { ${spec} }`;

const pod = (ready = 'True', ports = '[{ name: http, containerPort: 8080 }]') => `
---
apiVersion: v1
kind: Pod
metadata: { name: web-1, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: app, ports: ${ports} }] }
status: { phase: Running, conditions: [{ type: Ready, status: "${ready}" }] }`;

const endpoints = (ready: boolean) => `
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: web-x, namespace: shop, labels: { kubernetes.io/service-name: web } }
endpoints: [{ addresses: [10.0.0.1], conditions: { ready: ${ready} } }]`;

const workload = (labels: string, replicas = 1) => `
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { replicas: ${replicas}, template: { metadata: { labels: ${labels} } } }
status: { availableReplicas: ${replicas} }`;

const ingress = (spec: string) => `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop, namespace: shop }
spec: { ${spec} }`;

const toWeb = (port: string) =>
  `rules: [{ host: shop.io, http: { paths: [{ path: /, backend: { service: { name: web, port: ${port} } } }] } }]`;

const policy = (spec: string) => `
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: guard, namespace: shop }
spec: { ${spec} }`;

const webhook = (policyText: string) => `
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: checks }
webhooks: [{ name: check.acme.io, ${policyText}clientConfig: { service: { namespace: shop, name: web } }, rules: [{ resources: [pods] }] }]`;

const certificate = (status: string) => `
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: { name: shop, namespace: shop }
spec: { secretName: shop-tls }
status: ${status}`;

const healthy = service() + pod() + endpoints(true);

test.each<[name: string, yaml: string, problems: readonly string[], evidence: string]>([
  [
    'a service that selects nothing',
    service() + workload('{ app: shop }'),
    ['critical SelectsNothing Service/web'],
    'deployment/web spec.template.metadata.labels: app=shop',
  ],
  [
    'a service whose workload is scaled to zero',
    service() + workload('{ app: web }', 0),
    ['warning ScaledToZero Service/web'],
    'deployment/web spec.replicas: 0',
  ],
  [
    'a service whose pods are not ready',
    service() + pod('False') + endpoints(false),
    ['critical NoReadyEndpoints Service/web'],
    'False: web-1',
  ],
  [
    'a service to a port by a name that no pod has',
    service('selector: { app: web }, ports: [{ port: 80, targetPort: web }]') + pod(),
    ['critical NoReadyEndpoints Service/web', 'critical PortMismatch Service/web'],
    'pods spec.containers[].ports: 8080, http',
  ],
  [
    'a service to a port that no container declares',
    service('selector: { app: web }, ports: [{ port: 80, targetPort: 9090 }]') + pod() + endpoints(true),
    ['warning PortMismatch Service/web'],
    'spec.ports[].targetPort: 9090',
  ],
  [
    'an ingress to a service that does not exist',
    ingress(toWeb('{ number: 80 }')),
    ['critical MissingBackend Ingress/shop'],
    'service.name: web',
  ],
  [
    'an ingress to a port that the service does not have',
    healthy + ingress(toWeb('{ number: 81 }')),
    ['critical PortMismatch Ingress/shop'],
    'service/web spec.ports: 80',
  ],
  [
    'an ingress without its certificate',
    ingress('tls: [{ secretName: cert }]'),
    ['critical MissingCertificate Ingress/shop'],
    'spec.tls[].secretName: cert',
  ],
  [
    'an ingress of a class that does not exist',
    ingress('ingressClassName: nginx'),
    ['critical MissingIngressClass Ingress/shop'],
    'spec.ingressClassName: nginx',
  ],
  [
    'a policy for no pod',
    policy('podSelector: { matchLabels: { app: db } }') + pod(),
    ['info PolicySelectsNothing NetworkPolicy/guard'],
    '"app":"db"',
  ],
  [
    'a policy that lets in pods that do not exist',
    policy(
      'podSelector: {}, ingress: [{ from: [{ podSelector: { matchExpressions: [{ key: app, operator: In, values: [api] }] } }] }]',
    ) + pod(),
    ['warning PeerMatchesNothing NetworkPolicy/guard'],
    'spec.ingress[].from[].podSelector',
  ],
  [
    'a webhook whose service does not exist',
    webhook(''),
    ['critical WebhookUnreachable ValidatingWebhookConfiguration/checks'],
    'rules: pods',
  ],
  [
    'a webhook that is not asked, because nothing is ready behind it',
    webhook('failurePolicy: Ignore, ') + service('ports: []'),
    ['warning WebhookUnreachable ValidatingWebhookConfiguration/checks'],
    'failurePolicy: Ignore',
  ],
  [
    'a certificate that has expired',
    certificate('{ notAfter: "2026-02-01T00:00:00Z" }'),
    ['critical CertificateExpired Certificate/shop'],
    'status.notAfter: 2026-02-01T00:00:00Z',
  ],
  [
    'a certificate that is not renewed',
    certificate('{ notAfter: "2026-03-05T00:00:00Z" }'),
    ['warning CertificateExpiring Certificate/shop'],
    'status.notAfter',
  ],
  [
    'a certificate that is not issued',
    certificate('{ conditions: [{ type: Ready, status: "False", reason: DoesNotExist, message: no issuer }] }'),
    ['warning DoesNotExist Certificate/shop'],
    'status.conditions[Ready].message: no issuer',
  ],
])('findProblems reports %s', (...[, yaml, problems, evidence]) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(problems);
  const shown = found.flatMap((problem) =>
    problem.evidence.map(({ of = '', path, value }) => `${of} ${path}: ${value}`),
  );
  expect(shown.join('\n')).toContain(evidence);
});

test.each([
  ['a service that has a pod', healthy],
  ['a service whose pods declare no ports', service() + pod('True', '[]') + endpoints(true)],
  ['a service whose endpoints are managed externally', service('ports: [{ port: 80 }]')],
  ['a service outside', service('type: ExternalName, externalName: acme.io, selector: { app: gone }')],
  [
    'an ingress to a port by its name',
    service('selector: { app: web }, ports: [{ name: http, port: 80, targetPort: 8080 }]') +
      pod() +
      endpoints(true) +
      ingress(toWeb('{ name: http }')),
  ],
  [
    'a policy with peers elsewhere',
    policy(
      'podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: api } }, namespaceSelector: {} }] }]',
    ) + pod(),
  ],
  ['a webhook that answers', webhook('') + healthy],
  [
    'a certificate for some time yet',
    certificate('{ notAfter: "2026-05-01T00:00:00Z", conditions: [{ type: Ready, status: "True" }] }'),
  ],
])('findProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});

test.each([
  [['Pod'], service()],
  [['EndpointSlice'], service() + pod()],
  [['Service'], webhook('')],
  [
    ['Secret', 'Service', 'IngressClass'],
    ingress(`ingressClassName: nginx, tls: [{ secretName: cert }], ${toWeb('{ number: 80 }')}`),
  ],
])('findProblems reports nothing as missing when %j cannot be listed', (unread, yaml) => {
  expect(toLines(diagnose(yaml, { unread }))).toEqual([]);
});
