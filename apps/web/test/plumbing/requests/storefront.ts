import type { ChartStory } from '../change-request.ts';
import { create, readContext, remove, replace, validate, view } from '../tool-calls.ts';

const ingress = `{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "storefront.fullname" . }}
  labels:
    {{- include "storefront.labels" . | nindent 4 }}
spec:
  ingressClassName: {{ .Values.ingress.className }}
  tls:
    - hosts: [{{ .Values.ingress.host | quote }}]
      secretName: {{ .Values.ingress.tlsSecret }}
  rules:
    - host: {{ .Values.ingress.host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "storefront.fullname" . }}
                port:
                  name: http
{{- end }}
`;

const autoscaler = `{{- if .Values.autoscaling.enabled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "storefront.fullname" . }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "storefront.fullname" . }}
  minReplicas: {{ .Values.autoscaling.minReplicas }}
  maxReplicas: {{ .Values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .Values.autoscaling.cpuPercent }}
{{- end }}
`;

const deployment = 'Deployment/release-storefront';

/** A web app. */
export const storefront: ChartStory = {
  folder: 'storefront',
  requests: [
    {
      ask: 'Put the shop behind an ingress with TLS for shop.example.com',
      turns: [
        { text: 'First I look at the chart.', toolCalls: [readContext] },
        {
          received: 'storefront',
          toolCalls: [
            create('templates/ingress.yaml', ingress),
            // Spaces at the end of a line that are not in the file.
            replace('values.yaml', {
              oldStr: 'resources:  \n  requests:\n    cpu: 100m\n',
              newStr:
                'ingress:\n  enabled: true\n  className: nginx\n  host: shop.example.com\n  tlsSecret: shop-tls\n\n' +
                'resources:\n  requests:\n    cpu: 100m\n',
            }),
          ],
        },
        { received: 'trailing whitespace match', toolCalls: [validate] },
        { text: 'The shop is served at shop.example.com.' },
      ],
      renders: {
        'Ingress/release-storefront': {
          spec: {
            ingressClassName: 'nginx',
            tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
            rules: [
              {
                host: 'shop.example.com',
                http: { paths: [{ backend: { service: { name: 'release-storefront', port: { name: 'http' } } } }] },
              },
            ],
          },
        },
      },
    },
    {
      ask: 'Release 2.5.1, in production too',
      turns: [
        {
          toolCalls: [
            replace('values.yaml', { oldStr: 'tag: 2.4.0', newStr: 'tag: 2.5.1' }),
            // The file has CRLF line endings.
            replace('values-prod.yaml', { oldStr: 'image:\n  tag: 2.4.0\n', newStr: 'image:\n  tag: 2.5.1\n' }),
            replace('Chart.yaml', { oldStr: "appVersion: '2.4.0'", newStr: 'appVersion: "2.5.1"' }),
          ],
        },
        {
          received: 'The nearest lines are these',
          toolCalls: [replace('Chart.yaml', { oldStr: 'appVersion: "2.4.0"', newStr: 'appVersion: "2.5.1"' })],
        },
        { text: 'Version 2.5.1 it is.' },
      ],
      renders: {
        [deployment]: {
          metadata: { labels: { 'app.kubernetes.io/version': '2.5.1' } },
          spec: {
            replicas: 2,
            template: { spec: { containers: [{ image: 'registry.example.com/shop/storefront:2.5.1' }] } },
          },
        },
      },
      rendersWith: {
        'values-prod.yaml': {
          [deployment]: {
            spec: {
              replicas: 4,
              template: { spec: { containers: [{ image: 'registry.example.com/shop/storefront:2.5.1' }] } },
            },
          },
        },
      },
    },
    {
      ask: 'The value service should be called http everywhere, and its port should be 8000',
      turns: [
        {
          toolCalls: [
            replace('values.yaml', {
              oldStr: 'service:\n  type: ClusterIP\n  port: 80\n',
              newStr: 'http:\n  type: ClusterIP\n  port: 8000\n',
            }),
            replace('templates/deployment.yaml', { oldStr: '.Values.service.', newStr: '.Values.http.' }),
            replace('templates/configmap.yaml', { oldStr: '.Values.service.', newStr: '.Values.http.' }),
            replace('templates/service.yaml', { oldStr: '.Values.service.', newStr: '.Values.http.' }),
          ],
        },
        {
          received: 'occurs in 2 places',
          toolCalls: [
            replace('templates/service.yaml', {
              oldStr: '.Values.service.',
              newStr: '.Values.http.',
              replaceAll: true,
            }),
          ],
        },
        { received: '2 places', text: 'Every template reads http now.' },
      ],
      renders: {
        'Service/release-storefront': { spec: { type: 'ClusterIP', ports: [{ port: 8000, targetPort: 'http' }] } },
        'ConfigMap/release-storefront': { data: { PUBLIC_PORT: '8000' } },
        [deployment]: { spec: { template: { spec: { containers: [{ ports: [{ containerPort: 8080 }] }] } } } },
      },
    },
    {
      ask: 'Scale between 2 and 6 pods at 70 % CPU',
      turns: [
        { toolCalls: [view('templates/deployment.yaml')] },
        {
          toolCalls: [
            create('templates/hpa.yaml', autoscaler),
            // Indented more deeply than the file.
            replace('templates/deployment.yaml', {
              oldStr: '    replicas: {{ .Values.replicaCount }}\n    selector:\n      matchLabels:',
              newStr:
                '    {{- if not .Values.autoscaling.enabled }}\n    replicas: {{ .Values.replicaCount }}\n    {{- end }}\n' +
                '    selector:\n      matchLabels:',
            }),
            replace('values.yaml', {
              oldStr: 'replicaCount: 2\n',
              newStr:
                'replicaCount: 2\n\nautoscaling:\n  enabled: true\n  minReplicas: 2\n  maxReplicas: 6\n  cpuPercent: 70\n',
            }),
          ],
        },
        { text: 'The shop scales with its load.' },
      ],
      renders: {
        'HorizontalPodAutoscaler/release-storefront': {
          spec: {
            scaleTargetRef: { kind: 'Deployment', name: 'release-storefront' },
            minReplicas: 2,
            maxReplicas: 6,
            metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 70 } } }],
          },
        },
        [deployment]: {
          spec: { selector: { matchLabels: { 'app.kubernetes.io/name': 'storefront' } } },
        },
      },
      rendersNot: [[deployment, 'spec', 'replicas']],
    },
    {
      ask: 'Add liveness and readiness probes that can be switched off',
      turns: [
        {
          toolCalls: [
            replace('values.yaml', { oldStr: '\nconfig:\n', newStr: '\nprobes:\n  enabled: true\n\nconfig:\n' }),
            // The condition is not closed.
            replace('templates/deployment.yaml', {
              oldStr: '          envFrom:\n',
              newStr:
                '          {{- if .Values.probes.enabled }}\n' +
                '          livenessProbe:\n            httpGet:\n              path: /healthz\n              port: http\n' +
                '          readinessProbe:\n            httpGet:\n              path: /readyz\n              port: http\n' +
                '          envFrom:\n',
            }),
          ],
        },
        { text: 'The probes are there.' },
        {
          received: 'Your edits broke the chart',
          toolCalls: [
            replace('templates/deployment.yaml', {
              oldStr: '              path: /readyz\n              port: http\n',
              newStr: '              path: /readyz\n              port: http\n          {{- end }}\n',
            }),
          ],
        },
        { text: 'The condition is ended now; the probes are there.' },
      ],
      renders: {
        [deployment]: {
          spec: {
            template: {
              spec: {
                containers: [
                  {
                    livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
                    readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
                    envFrom: [{ configMapRef: { name: 'release-storefront' } }],
                  },
                ],
              },
            },
          },
        },
      },
    },
    {
      ask: 'Give the settings as plain variables and delete the ConfigMap',
      turns: [
        {
          toolCalls: [
            remove('templates/configmap.yaml'),
            // Not indented.
            replace('templates/deployment.yaml', {
              oldStr: 'envFrom:\n  - configMapRef:\n      name: {{ include "storefront.fullname" . }}\n',
              newStr:
                'env:\n  - name: CURRENCY\n    value: {{ .Values.config.currency | quote }}\n' +
                '  - name: BASKET_TTL\n    value: {{ .Values.config.basketTtl | quote }}\n',
            }),
          ],
        },
        { received: 'indentation match', text: 'The settings are variables of the container.' },
      ],
      renders: {
        [deployment]: {
          spec: {
            template: {
              spec: {
                containers: [
                  {
                    env: [
                      { name: 'CURRENCY', value: 'EUR' },
                      { name: 'BASKET_TTL', value: '30m' },
                    ],
                  },
                ],
              },
            },
          },
        },
      },
      rendersNot: [
        ['ConfigMap/release-storefront'],
        [deployment, 'spec', 'template', 'spec', 'containers', '0', 'envFrom'],
      ],
    },
  ],
};
