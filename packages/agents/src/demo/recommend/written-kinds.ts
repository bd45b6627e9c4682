import type { CheckedAnswers, Question } from '@shipmate/domain/question';

/** A built-in kind for which the demo writes the smallest object that does something. */
interface WrittenKind {
  readonly apiVersion: string;
  readonly questions: readonly Question[];
  /** Returns the specification; `name` is the object's name. */
  readonly spec: (name: string, answers: CheckedAnswers) => object;
}

const asking = (name: string, text: string, fields: Partial<Question> = {}): Question => ({
  name,
  text,
  type: 'string',
  required: true,
  ...fields,
});

const image = asking('image', 'Which container image does it run?');
const app = asking('app', 'Which label "app" do its pods have?');

const template = (name: string, { image: of }: CheckedAnswers, fields: object = {}): object => ({
  metadata: { labels: { app: name } },
  spec: { ...fields, containers: [{ name, image: of }] },
});

/** The built-in kinds that the demo writes. */
export const writtenKinds: Readonly<Record<string, WrittenKind>> = {
  Deployment: {
    apiVersion: 'apps/v1',
    questions: [image, asking('replicas', 'How many replicas?', { type: 'integer', suggestion: 1 })],
    spec: (name, answers) => ({
      replicas: answers['replicas'],
      selector: { matchLabels: { app: name } },
      template: template(name, answers),
    }),
  },
  CronJob: {
    apiVersion: 'batch/v1',
    questions: [image, asking('schedule', 'When does it run, as a cron schedule?', { suggestion: '0 2 * * *' })],
    spec: (name, answers) => ({
      schedule: answers['schedule'],
      jobTemplate: { spec: { template: template(name, answers, { restartPolicy: 'Never' }) } },
    }),
  },
  Job: {
    apiVersion: 'batch/v1',
    questions: [image],
    spec: (name, answers) => ({ template: template(name, answers, { restartPolicy: 'Never' }) }),
  },
  Service: {
    apiVersion: 'v1',
    questions: [app, asking('port', 'On which port do they listen?', { type: 'integer' })],
    spec: (_name, answers) => ({ selector: { app: answers['app'] }, ports: [{ port: answers['port'] }] }),
  },
  Ingress: {
    apiVersion: 'networking.k8s.io/v1',
    questions: [
      asking('host', 'Under which host name?'),
      asking('service', 'To which Service do requests go?'),
      asking('port', 'To which of its ports?', { type: 'integer', suggestion: 80 }),
    ],
    spec: (_name, { host, service, port }) => ({
      rules: [
        {
          host,
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: service, port: { number: port } } } }],
          },
        },
      ],
    }),
  },
  HorizontalPodAutoscaler: {
    apiVersion: 'autoscaling/v2',
    questions: [
      asking('deployment', 'Which Deployment is scaled?'),
      asking('replicas', 'How many replicas at most?', { type: 'integer', suggestion: 5 }),
      asking('cpu', 'At which CPU usage, in percent of the request?', { type: 'integer', suggestion: 80 }),
    ],
    spec: (_name, { deployment, replicas, cpu }) => ({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: deployment },
      maxReplicas: replicas,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: cpu } } },
      ],
    }),
  },
  PodDisruptionBudget: {
    apiVersion: 'policy/v1',
    questions: [app, asking('available', 'How many of them stay available?', { type: 'integer', suggestion: 1 })],
    spec: (_name, answers) => ({
      minAvailable: answers['available'],
      selector: { matchLabels: { app: answers['app'] } },
    }),
  },
  NetworkPolicy: {
    apiVersion: 'networking.k8s.io/v1',
    questions: [
      asking('denies', 'Which traffic of all pods of the namespace is denied?', {
        type: 'list',
        choices: ['Ingress', 'Egress'],
      }),
    ],
    spec: (_name, { denies }) => ({ podSelector: {}, policyTypes: denies }),
  },
  PersistentVolumeClaim: {
    apiVersion: 'v1',
    questions: [asking('size', 'How large?', { suggestion: '1Gi' })],
    spec: (_name, { size }) => ({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } }),
  },
};
