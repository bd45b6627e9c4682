import { describe, expect, it } from 'vitest';
import { diagnose, minutesAgo, now } from '../support/diagnose.ts';

/** Formats problems as `message | next`, one line each. */
function describeProblems(...documents: readonly string[]): readonly string[] {
  return diagnose(documents.join('\n---\n')).map(({ message, next }) => `${message} | ${next}`);
}

const named = (kind: string, name: string, rest: string) =>
  `{ kind: ${kind}, metadata: { name: ${name}, namespace: shop }, ${rest} }`;
const slice = (...ready: readonly boolean[]) => `
kind: EndpointSlice
metadata: { name: web-x, namespace: shop, labels: { kubernetes.io/service-name: web } }
endpoints: [${ready.map((each) => `{ conditions: { ready: ${each} } }`).join(', ')}]`;

const webhook = (failurePolicy: string, clientConfig = 'service: { namespace: shop, name: web }') =>
  `{ kind: ValidatingWebhookConfiguration, metadata: { name: checks }, webhooks: [{ name: a, failurePolicy: ${failurePolicy}, clientConfig: { ${clientConfig} } }] }`;
const headless = named('Service', 'web', 'spec: {}');
const refused = 'so that whatever the webhook is asked about is refused';
const removed = 'Check whether the program of the webhook was removed and the webhook was left behind.';
const findPods = 'Find out why the pods of the service are not ready.';

describe('rules about webhooks', () => {
  it.each<[what: string, documents: readonly string[], lines: readonly string[]]>([
    ['has no service', [webhook('Fail')], [`Service "shop/web" does not exist, ${refused}. | ${removed}`]],
    [
      'may fail and has no endpoints',
      [webhook('Ignore'), headless, slice(false)],
      [`Service "shop/web" has no ready endpoints, so that the webhook is not asked. | ${findPods}`],
    ],
    ['has one ready endpoint of two', [webhook('Fail'), headless, slice(false, true)], []],
    ['has a URL', [webhook('Fail', 'url: "https://a.example"')], []],
    ['names no namespace', [webhook('Fail', 'service: { name: web }')], []],
  ])('describe a webhook that %s', (_what, documents, lines) => {
    expect(describeProblems(...documents)).toEqual(lines);
  });
});

interface PodParts {
  readonly name?: string;
  readonly ready?: boolean;
  readonly phase?: string;
  readonly metadata?: string;
}

const pod = ({ name = 'web-1', ready = true, phase = 'Running', metadata = '' }: PodParts = {}) => `
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: web }${metadata} }
spec: { containers: [{ name: app, ports: [{ containerPort: 8080 }] }] }
status: { phase: ${phase}, conditions: [{ type: Ready, status: "${ready ? 'True' : 'False'}" }] }`;
const service = named('Service', 'web', 'spec: { selector: { app: web }, ports: [{ port: 8080 }] }');
const unready = { ready: false };
const ended = 'Compare the selector with the labels of the intended pods.';
const selectsNothing = `It reaches nothing, because no pod has the labels that it selects. | ${ended}`;

describe('rules about services', () => {
  it.each<[what: string, pods: readonly string[], line: string]>([
    [
      'selects one pod',
      [pod(unready)],
      'It reaches nothing, because the only pod that it selects is not ready. | Find out why its pods are not ready.',
    ],
    [
      'selects two pods',
      [pod(unready), pod({ ...unready, name: 'web-2' })],
      'It reaches nothing, because none of the 2 pods that it selects is ready. | Find out why its pods are not ready.',
    ],
    [
      'selects a ready pod',
      [pod()],
      'It reaches nothing, although its pods are ready: they have no port with the name of its targetPort. | Compare targetPort with the ports that the containers declare.',
    ],
  ])('describe a service without ready endpoints that %s', (_what, pods, line) => {
    expect(describeProblems(service, slice(false), ...pods)).toContain(line);
  });

  it.each<[what: string, parts: PodParts]>([
    ['has succeeded', { phase: 'Succeeded' }],
    ['is being deleted', { metadata: `, deletionTimestamp: "${minutesAgo(0)}"` }],
  ])('ignore a pod that %s', (_what, parts) => {
    expect(describeProblems(service, slice(true), pod(parts)).join('\n')).toContain(selectsNothing.split(' | ')[0]);
  });

  it('show the ports of a service only if its pods are ready', () => {
    const pathsOf = (parts: PodParts) =>
      diagnose([service, slice(false), pod(parts)].join('\n---\n'))
        .filter(({ reason }) => reason === 'NoReadyEndpoints')
        .flatMap(({ evidence }) => evidence.map(({ path }) => path));
    expect(pathsOf({})).toEqual(['spec.selector', 'spec.ports']);
    expect(pathsOf(unready)).toEqual(['spec.selector', 'status.conditions[Ready].status']);
  });

  it('accept an ingress that names one of two ports of a service', () => {
    const ports = named('Service', 'web', 'spec: { ports: [{ port: 80, name: http }, { port: 443, name: https }] }');
    const ingress = (port: string) =>
      named(
        'Ingress',
        'web',
        `spec: { rules: [{ http: { paths: [{ path: /, backend: { service: { name: web, port: ${port} } } }] } }] }`,
      );
    expect(diagnose(`${ports}\n---\n${ingress('{ number: 443 }')}`)).toEqual([]);
    expect(diagnose(`${ports}\n---\n${ingress('{ name: http }')}`)).toEqual([]);
    expect(diagnose(`${ports}\n---\n${ingress('{ number: 8443 }')}`)).toMatchObject([{ reason: 'PortMismatch' }]);
  });
});

const week = 7 * 24 * 60;
const secret = (notAfter: string, notBefore = minutesAgo(week)) =>
  named('Secret', 'tls', `certificate: { notBefore: "${notBefore}", notAfter: "${notAfter}" }`);
const serving = (name: string) => named('Ingress', name, 'spec: { tls: [{ secretName: tls }] }');
const certificate = (notAfter: string) =>
  named('Certificate', 'shop', `spec: { secretName: tls }, status: { notAfter: "${notAfter}" }`);

describe('rules about certificates', () => {
  it('describe an expired certificate with the first Ingress that serves it', () => {
    expect(diagnose(secret(minutesAgo(1)))).toMatchObject([{ message: 'Its certificate has expired.' }]);
    const [served] = diagnose([secret(minutesAgo(1)), serving('a'), serving('b')].join('\n---\n'));
    expect(served).toMatchObject({ message: 'The certificate that the Ingress serves has expired.' });
    expect(served?.evidence.at(-1)).toMatchObject({ of: 'ingress/a' });
  });

  it.each([
    ['ends now', minutesAgo(0), ['TlsSecretExpired'], ['CertificateExpired']],
    ['ends in a week', minutesAgo(-week), ['TlsSecretExpiring'], ['CertificateExpiring']],
    ['ends in a week and a minute', minutesAgo(-week - 1), [], []],
  ])('judge a certificate that %s', (...[, notAfter, ofSecret, ofCertificate]) => {
    expect(diagnose(secret(notAfter)).map(({ reason }) => reason)).toEqual(ofSecret);
    expect(
      diagnose(`${certificate(notAfter)}\n---\n${named('Secret', 'tls', '')}`).map(({ reason }) => reason),
    ).toEqual(ofCertificate);
  });

  it('accept a certificate that is valid from now', () => {
    expect(diagnose(secret(minutesAgo(-2 * week), now.toISOString()))).toEqual([]);
  });
});
