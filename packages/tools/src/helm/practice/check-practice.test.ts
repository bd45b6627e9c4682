import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseObjects, splitManifests } from '../rendered-object.ts';
import { checkPractice } from './check-practice.ts';

const sound = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web, tier: front } }
    spec:
      securityContext: { runAsNonRoot: true }
      containers:
        - name: web
          image: registry.example:5000/web:1.0.0
          ports: [{ name: http, containerPort: 8080 }]
          readinessProbe: { httpGet: { port: http } }
          livenessProbe: { httpGet: { port: http } }
          resources: { requests: { cpu: 1, memory: 1Gi }, limits: { memory: 1Gi } }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ name: http, port: 80, targetPort: http }, { port: 8080 }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec:
  defaultBackend: { service: { name: elsewhere, port: { number: 1 } } }
  rules: [{ http: { paths: [{ backend: { service: { name: web, port: { name: http } } } }] } }]
`;

/** Returns the findings after some text of the sound objects is replaced. */
function findingsOf(text: string, replacement: string): readonly (readonly [string, string | undefined, string])[] {
  const { objects } = parseObjects(splitManifests(sound.replace(text, replacement), 'shop'));
  expect(objects).toHaveLength(3);
  return checkPractice(objects).map(({ check, resource, severity }) => [check, resource, severity] as const);
}

const web = 'Deployment/web';

it.each([
  ['what is sound', '', '', []],
  ['a digest', 'web:1.0.0', 'web@sha256:abc', []],
  ['no tag behind a port', 'web:1.0.0', 'web', [['image-tag', web, 'warning']]],
  ['latest', 'web:1.0.0', 'web:latest', [['image-tag', web, 'warning']]],
  ['an empty tag', 'registry.example:5000/web:1.0.0', '"web:"', [['image-tag', web, 'warning']]],
  ['no memory limit', ', limits: { memory: 1Gi }', '', [['resource-limits', web, 'warning']]],
  ['no probe', 'livenessProbe', 'startupProbe', [['health-probes', web, 'warning']]],
  ['root by default', 'runAsNonRoot: true', 'fsGroup: 1', [['non-root', web, 'warning']]],
  ['a user that is not root', 'runAsNonRoot: true', 'runAsUser: 1000', []],
  [
    'a selector that misses',
    'matchLabels: { app: web }',
    'matchLabels: { app: web, x: y }',
    [['selector-match', web, 'error']],
  ],
  [
    'a service that selects nothing',
    'selector: { app: web }\n  ports',
    'selector: { app: x }\n  ports',
    [['selector-match', 'Service/web', 'warning']],
  ],
  [
    'a port by a name that is not there',
    'targetPort: http',
    'targetPort: web',
    [['port-match', 'Service/web', 'error']],
  ],
  [
    'a port by a number that is not there',
    'targetPort: http',
    'targetPort: 1',
    [['port-match', 'Service/web', 'warning']],
  ],
  [
    'an ingress to no port',
    'port: { name: http } }',
    'port: { number: 81 } }',
    [['port-match', 'Ingress/web', 'error']],
  ],
  ['an ingress to a port by number', 'port: { name: http } }', 'port: { number: 80 } }', []],
])('checkPractice reports %s', (...[, text, replacement, findings]) => {
  expect(findingsOf(text, replacement)).toEqual(findings);
});

it('checkPractice skips the pods of tests and checks those of cron jobs', () => {
  const spec = { containers: [{ name: 'x', image: 'x' }] };
  const test = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'x', annotations: { 'helm.sh/hook': 'test' } },
    spec,
  };
  const cronJob = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'x' },
    spec: { jobTemplate: { spec: { template: { spec } } } },
  };
  const text = [test, cronJob].map((object) => stringify(object)).join('---\n');
  const issues = checkPractice(parseObjects(splitManifests(text, 'shop')).objects);
  expect(issues.map(({ check, resource }) => [check, resource])).toEqual([
    ['resource-limits', 'CronJob/x'],
    ['non-root', 'CronJob/x'],
    ['image-tag', 'CronJob/x'],
  ]);
});
