import type { ChartStory } from '../change-request.ts';
import { create, replace, view } from '../tool-calls.ts';

const cacheDeployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-cache
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels: { app: gateway-cache }
  template:
    metadata:
      labels: { app: gateway-cache }
    spec:
      containers:
        - name: cache
          image: {{ .Values.image }}
`;

const service = (name: string, port: number) => `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}-${name}
spec:
  selector: { app: gateway }
  ports:
    - name: ${name}
      port: ${port}
      targetPort: https
`;

const deployment = 'Deployment/release-gateway';

/** A chart with a schema of its values. */
export const gateway: ChartStory = {
  folder: 'gateway',
  requests: [
    {
      ask: 'Let people choose the log level, and be careful that it is one',
      turns: [
        {
          toolCalls: [
            replace('values.yaml', { oldStr: 'port: 8080\n', newStr: 'port: 8080\nlogLevel: info\n' }),
            replace('templates/deployment.yaml', {
              oldStr: '          env:\n',
              newStr: '          env:\n            - name: LOG_LEVEL\n              value: {{ .Values.logLevel }}\n',
            }),
          ],
        },
        { text: 'The log level can be chosen.' },
        {
          received: 'Your edits broke the chart',
          toolCalls: [
            // Contains spaces that are not in the file.
            replace('values.schema.json', {
              oldStr: '    "partners":  { "type": "array",  "items":  { "type": "string" } }',
              newStr:
                '    "logLevel": { "enum": ["debug", "info", "warn", "error"] },\n' +
                '    "partners": { "type": "array", "items": { "type": "string" } }',
            }),
          ],
        },
        { received: 'collapsed whitespace match', text: 'The schema knows the four log levels.' },
      ],
      renders: {
        [deployment]: {
          spec: {
            template: {
              spec: { containers: [{ env: [{ name: 'LOG_LEVEL', value: 'info' }, { value: 'acme,initech' }] }] },
            },
          },
        },
      },
    },
    {
      ask: 'Make the load balancer internal',
      turns: [
        {
          toolCalls: [
            replace('templates/service.yaml', {
              oldStr: '  name: {{ .Release.Name }}-gateway\nspec:\n',
              newStr:
                '  name: {{ .Release.Name }}-gateway\n  annotations:\n    example.com/load-balancer: internal\nspec:\n  type: LoadBalancer\n',
            }),
            create('templates/debug-service.yaml', service('debug', 9090)),
          ],
        },
        { text: 'It is internal; there is a service to debug with, too.' },
      ],
      decisions: [{ reject: ['templates/debug-service.yaml'] }, { accept: ['templates/service.yaml'] }],
      renders: {
        'Service/release-gateway': {
          metadata: { annotations: { 'example.com/load-balancer': 'internal' } },
          spec: { type: 'LoadBalancer' },
        },
      },
      rendersNot: [['Service/release-debug']],
    },
    {
      ask: 'Add our cache as a vendored subchart',
      turns: [
        {
          toolCalls: [
            create('charts/cache/Chart.yaml', 'apiVersion: v2\nname: cache\ntype: application\nversion: 0.3.0\n'),
            create('charts/cache/values.yaml', 'replicas: 1\nimage: registry.example.com/edge/cache:1.9.0\n'),
            create('charts/cache/templates/deployment.yaml', cacheDeployment),
            replace('Chart.yaml', {
              oldStr: 'appVersion: "2.0.0"\n',
              newStr: 'appVersion: "2.0.0"\ndependencies:\n  - name: cache\n    version: 0.3.0\n',
            }),
            replace('values.yaml', {
              oldStr: 'partners:\n',
              newStr: 'cache:\n  replicas: 2\n\npartners:\n',
            }),
            replace('values.schema.json', {
              oldStr: '    "image": {',
              newStr: '    "cache": { "type": "object" },\n    "image": {',
            }),
          ],
        },
        { text: 'The cache comes with the gateway.' },
      ],
      renders: {
        'Deployment/release-cache': {
          spec: {
            replicas: 2,
            template: { spec: { containers: [{ image: 'registry.example.com/edge/cache:1.9.0' }] } },
          },
        },
      },
    },
    {
      ask: 'Listen on 8443, and allow no port below 1024',
      turns: [
        { toolCalls: [view('values.schema.json')] },
        {
          received: 'logLevel',
          toolCalls: [
            replace('values.yaml', { oldStr: 'port: 8080', newStr: 'port: 8443' }),
            // Omits lines that it does not change.
            replace('values.schema.json', {
              oldStr: '    "port": { "type": "integer", "minimum": 1, "maximum": 65535 },\n    "logLevel"',
              newStr:
                '    "port": { "type": "integer", "minimum": 1024, "maximum": 65535 },\n    // ... rest unchanged ...\n    "logLevel"',
            }),
          ],
        },
        {
          received: 'newStr leaves lines out',
          toolCalls: [replace('values.schema.json', { oldStr: '"minimum": 1,', newStr: '"minimum": 1024,' })],
        },
        { text: 'It listens on 8443.' },
      ],
      renders: {
        [deployment]: {
          spec: { template: { spec: { containers: [{ ports: [{ name: 'https', containerPort: 8443 }] }] } } },
        },
        'Service/release-gateway': { spec: { ports: [{ port: 443, targetPort: 'https' }] } },
      },
    },
  ],
};
