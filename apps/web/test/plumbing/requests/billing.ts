import type { ChartStory } from '../change-request.ts';
import { create, propose, readContext, replace } from '../tool-calls.ts';

const disruptionBudget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .Release.Name }}-billing-api
spec:
  minAvailable: 1
  selector:
    matchLabels:
      {{- include "chartkit.labels" (dict "root" . "name" "billing-api") | nindent 6 }}
`;

const worker = `{{ include "chartkit.deployment" (dict "root" . "name" "billing-worker" "values" .Values.worker) }}
`;

const api = 'Deployment/release-billing-api';

/** A library chart, and a chart that uses it. */
export const billing: ChartStory = {
  folder: 'billing-platform',
  root: 'billing',
  requests: [
    {
      ask: 'Label everything with the team that owns it',
      turns: [
        { toolCalls: [readContext] },
        {
          toolCalls: [
            replace('chartkit/templates/_labels.tpl', {
              oldStr: 'app.kubernetes.io/instance: {{ .root.Release.Name }}\n',
              newStr:
                'app.kubernetes.io/instance: {{ .root.Release.Name }}\n' +
                'example.com/team: {{ required "Say which team owns this" .root.Values.team }}\n',
            }),
          ],
        },
        { text: 'Every chart of the platform has the label now.' },
        {
          received: 'Say which team owns this',
          toolCalls: [replace('billing/values.yaml', { oldStr: 'api:\n', newStr: 'team: payments\n\napi:\n' })],
        },
        { text: 'Billing belongs to payments.' },
      ],
      renders: {
        [api]: { metadata: { labels: { 'example.com/team': 'payments' } } },
        'Service/release-billing-api': { spec: { selector: { 'example.com/team': 'payments' } } },
      },
    },
    {
      ask: 'Add a worker, made as the api is',
      turns: [
        {
          toolCalls: [
            create('billing/templates/worker.yaml', worker),
            create('billing/values.yaml', 'worker:\n  replicas: 2\n'),
          ],
        },
        {
          received: 'File already exists',
          toolCalls: [
            // Begins with a blank line and is indented throughout.
            replace('billing/values.yaml', {
              oldStr: '\n  api:\n    replicas: 1\n',
              newStr:
                '\n  worker:\n    replicas: 2\n    image: registry.example.com/billing/worker:5.0.0\n\n  api:\n    replicas: 1\n',
            }),
          ],
        },
        { text: 'The worker is there.' },
      ],
      renders: {
        'Deployment/release-billing-worker': {
          metadata: { labels: { 'app.kubernetes.io/name': 'billing-worker', 'example.com/team': 'payments' } },
          spec: {
            replicas: 2,
            template: { spec: { containers: [{ image: 'registry.example.com/billing/worker:5.0.0' }] } },
          },
        },
        [api]: { spec: { replicas: 1 } },
      },
    },
    {
      ask: 'Make the billing api ready for production',
      turns: [
        { toolCalls: [readContext] },
        {
          toolCalls: [
            propose('Three replicas that are never all away, each with its share of the machine.', [
              { path: 'billing/values.yaml', action: 'modify', why: 'Three replicas, requests and limits.' },
              { path: 'billing/templates/disruption-budget.yaml', action: 'create', why: 'One replica always stays.' },
            ]),
          ],
        },
        { text: 'Here is a plan.' },
      ],
      proceeding: [
        {
          toolCalls: [
            replace('billing/values.yaml', {
              oldStr: '  replicas: 1\n  image: registry.example.com/billing/api:5.0.0\n',
              newStr:
                '  replicas: 3\n  image: registry.example.com/billing/api:5.0.0\n  resources:\n    requests:\n' +
                '      cpu: 200m\n      memory: 256Mi\n    limits:\n      memory: 256Mi\n',
            }),
            create('billing/templates/disruption-budget.yaml', disruptionBudget),
          ],
        },
        { text: 'The plan is carried out.' },
      ],
      renders: {
        [api]: {
          spec: { replicas: 3, template: { spec: { containers: [{ resources: { limits: { memory: '256Mi' } } }] } } },
        },
        'PodDisruptionBudget/release-billing-api': {
          spec: { minAvailable: 1, selector: { matchLabels: { 'app.kubernetes.io/name': 'billing-api' } } },
        },
      },
    },
    {
      ask: 'Rename chartkit.labels to chartkit.ownerLabels everywhere, and count the library up',
      turns: [
        {
          toolCalls: [
            ...[
              'chartkit/templates/_labels.tpl',
              'chartkit/templates/_deployment.tpl',
              'billing/templates/api.yaml',
            ].map((path) =>
              replace(path, { oldStr: '"chartkit.labels"', newStr: '"chartkit.ownerLabels"', replaceAll: true }),
            ),
            replace('chartkit/Chart.yaml', { oldStr: 'version: 1.2.0', newStr: 'version: 1.3.0' }),
          ],
        },
        { text: 'It is called chartkit.ownerLabels now.' },
        {
          received: 'disruption-budget.yaml',
          toolCalls: [
            replace('billing/templates/disruption-budget.yaml', {
              oldStr: '{{- include "chartkit.labels" (dict',
              newStr: '{{- include "chartkit.ownerLabels" (dict',
            }),
          ],
        },
        { text: 'It is called chartkit.ownerLabels in every file now.' },
      ],
      renders: {
        [api]: { spec: { selector: { matchLabels: { 'example.com/team': 'payments' } } } },
        'PodDisruptionBudget/release-billing-api': {
          spec: { selector: { matchLabels: { 'example.com/team': 'payments' } } },
        },
      },
    },
  ],
};
