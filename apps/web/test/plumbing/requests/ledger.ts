import type { ChartStory } from '../change-request.ts';
import { create, replace, validate, view } from '../tool-calls.ts';

const networkPolicy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "ledger.name" . }}
  labels:
    {{- include "ledger.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "ledger.labels" . | nindent 6 }}
  policyTypes: [Ingress]
  ingress:
    - from:
        {{- range .Values.clients }}
        - podSelector:
            matchLabels:
              app.kubernetes.io/name: {{ . }}
        {{- end }}
      ports:
        - port: sql
`;

const statefulSet = 'StatefulSet/release-ledger';

/** A stateful set with a subchart. */
export const ledger: ChartStory = {
  folder: 'ledger',
  requests: [
    {
      ask: 'Keep the bookings on fast-ssd, with 50Gi',
      turns: [
        { toolCalls: [view('values.yaml')] },
        {
          received: 'className: standard',
          toolCalls: [
            // Contains typographic quotes and a plain dash where the file has plain quotes and a long dash.
            replace('values.yaml', {
              oldStr:
                '# Where the bookings are kept - “standard” is good enough for tests\nstorage:\n  className: standard\n  size: 5Gi',
              newStr: '# Where the bookings are kept\nstorage:\n  className: fast-ssd\n  size: 50Gi',
            }),
          ],
        },
        { received: 'unicode match', text: 'New volumes have 50Gi of fast-ssd.' },
      ],
      renders: {
        [statefulSet]: {
          spec: {
            volumeClaimTemplates: [
              { spec: { storageClassName: 'fast-ssd', resources: { requests: { storage: '50Gi' } } } },
            ],
          },
        },
      },
    },
    {
      ask: 'Ship the logs with a sidecar',
      turns: [
        {
          toolCalls: [
            // Not indented.
            replace('templates/statefulset.yaml', {
              oldStr: '- name: ledger\n  image: {{ .Values.image }}\n',
              newStr:
                '- name: log-shipper\n  image: {{ .Values.logShipper.image }}\n  volumeMounts:\n    - name: bookings\n' +
                '      mountPath: /var/lib/ledger\n      readOnly: true\n- name: ledger\n  image: {{ .Values.image }}\n',
            }),
            // Without a newline at the end.
            replace('values.yaml', {
              oldStr: 'exporter:\n  enabled: false',
              newStr: 'exporter:\n  enabled: false\n\nlogShipper:\n  image: registry.example.com/ops/log-shipper:0.8.2',
            }),
          ],
        },
        { received: 'indentation match', text: 'A sidecar ships the logs.' },
      ],
      renders: {
        [statefulSet]: {
          spec: {
            template: {
              spec: {
                containers: [
                  {
                    name: 'log-shipper',
                    image: 'registry.example.com/ops/log-shipper:0.8.2',
                    volumeMounts: [{ name: 'bookings', readOnly: true }],
                  },
                  { name: 'ledger', image: 'registry.example.com/data/ledger:16.3', ports: [{ containerPort: 5432 }] },
                ],
              },
            },
          },
        },
      },
    },
    {
      ask: 'Only billing-api and reports may connect to the ledger',
      turns: [
        {
          toolCalls: [
            create('templates/networkpolicy.yaml', networkPolicy),
            replace('values.yaml', {
              oldStr: 'replicas: 1\n',
              newStr: 'replicas: 1\n\n# Who may connect\nclients:\n  - billing-api\n  - reports\n',
            }),
          ],
        },
        { toolCalls: [validate] },
        { text: 'All other pods are kept out.' },
      ],
      renders: {
        'NetworkPolicy/release-ledger': {
          spec: {
            podSelector: { matchLabels: { 'app.kubernetes.io/name': 'ledger' } },
            ingress: [
              {
                from: [
                  { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'billing-api' } } },
                  { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'reports' } } },
                ],
                ports: [{ port: 'sql' }],
              },
            ],
          },
        },
      },
    },
    {
      ask: 'Switch the exporter on, every 15 seconds',
      turns: [
        { toolCalls: [replace('charts/exporter/values.yml', { oldStr: 'interval: 60s', newStr: 'interval: 15s' })] },
        {
          received: 'File does not exist',
          toolCalls: [
            replace('values.yaml', {
              oldStr: 'exporter:\n  enabled: false',
              newStr: 'exporter:\n  enabled: true\n  interval: 15s',
            }),
          ],
        },
        { text: 'The exporter runs.' },
      ],
      renders: {
        'Deployment/release-exporter': {
          spec: {
            template: { spec: { containers: [{ name: 'exporter', args: ['--interval=15s', '--target=ledger'] }] } },
          },
        },
      },
    },
    {
      ask: 'Three replicas, and four cores each',
      turns: [
        {
          toolCalls: [
            replace('values.yaml', { oldStr: 'replicas: 1', newStr: 'replicas: 3' }),
            replace('values.yaml', { oldStr: 'cpu: "1"', newStr: 'cpu: "4"' }),
          ],
        },
        { text: 'Three, with four cores.' },
      ],
      decisions: [
        { file: 'values.yaml', acceptHunks: [0] },
        { file: 'values.yaml', rejectHunks: [0] },
      ],
      renders: {
        [statefulSet]: {
          spec: {
            replicas: 3,
            template: { spec: { containers: [{ name: 'log-shipper' }, { resources: { limits: { cpu: '1' } } }] } },
          },
        },
      },
    },
  ],
};
