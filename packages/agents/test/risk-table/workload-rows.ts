import { command, inContainer, inPods, inSpec, json, merge, type Row, strategic } from './row.ts';

const restartedAt = 'kubectl.kubernetes.io/restartedAt';
const restart = (object: string) => [
  command(`rollout restart ${object}`),
  merge(object, { spec: { template: { metadata: { annotations: { [restartedAt]: '2026-01-01T00:00:00Z' } } } } }),
];

/** Replicas, restarts and rollouts. */
const scaling: readonly Row[] = [
  {
    title: 'scale a Deployment from 3 to 5',
    forms: [
      command('scale deployment/web --replicas=5'),
      ...inSpec('deployment/web', 'replicas', 5),
      strategic('deployment/web', { spec: { replicas: 5 } }),
    ],
    level: 'low',
    isAutomatic: true,
    why: 'at most double',
  },
  {
    title: 'scale a StatefulSet from 3 to 4',
    forms: [command('scale statefulset/db --replicas=4')],
    level: 'low',
    isAutomatic: true,
    why: 'at most double',
  },
  {
    title: 'scale a StatefulSet that claims storage',
    forms: [command('scale statefulset/store --replicas=4')],
    level: 'medium',
    why: 'each new pod claims storage',
  },
  {
    title: 'scale a Deployment from 3 to 7',
    forms: [command('scale deployment/web --replicas=7'), ...inSpec('deployment/web', 'replicas', 7)],
    level: 'medium',
    why: 'more than double costs much',
  },
  {
    title: 'scale a Deployment from 3 to 500',
    forms: inSpec('deployment/web', 'replicas', 500),
    level: 'medium',
    why: 'fills the cluster',
  },
  {
    title: 'scale a Deployment from 3 to 2',
    forms: [command('scale deployment/web --replicas=2'), ...inSpec('deployment/web', 'replicas', 2)],
    level: 'medium',
    why: 'takes capacity away',
  },
  {
    title: 'scale a Deployment to 0',
    forms: [
      command('scale deployment/web --replicas=0'),
      ...inSpec('deployment/web', 'replicas', 0),
      strategic('deployment/web', { spec: { replicas: 0 } }),
      json('deployment/web', [{ op: 'replace', path: '/spec/replicas', value: 0 }]),
    ],
    level: 'high',
    why: 'an outage, whatever the form',
  },
  {
    title: 'remove the replicas, which become 1',
    forms: [
      merge('deployment/web', { spec: { replicas: null } }),
      json('deployment/web', [{ op: 'remove', path: '/spec/replicas' }]),
    ],
    level: 'medium',
    why: 'the server sets 1: fewer than 3',
  },
  {
    title: 'start a Deployment that has 0 replicas',
    forms: [command('scale deployment/stopped --replicas=1')],
    level: 'medium',
    why: 'somebody switched it off',
  },
  {
    title: 'restart a Deployment of 3',
    forms: restart('deployment/web'),
    level: 'low',
    isAutomatic: true,
    why: 'gradual',
  },
  {
    title: 'restart a Deployment of 1',
    forms: restart('deployment/single'),
    level: 'medium',
    isAutomatic: true,
    why: 'its only pod is replaced',
  },
  {
    title: 'restart a Deployment with the strategy Recreate',
    forms: restart('deployment/recreated'),
    level: 'medium',
    isAutomatic: true,
    why: 'all pods stop first',
  },
  {
    title: 'restart a StatefulSet',
    forms: restart('statefulset/db'),
    level: 'medium',
    isAutomatic: true,
    why: 'members are missing for a moment',
  },
  {
    title: 'restart a DaemonSet',
    forms: restart('daemonset/agent'),
    level: 'medium',
    isAutomatic: true,
    why: 'nodes are without it for a moment',
  },
  {
    title: 'restart with a text that is no time',
    forms: [merge('deployment/web', { spec: { template: { metadata: { annotations: { [restartedAt]: '$(id)' } } } } })],
    level: 'high',
    why: 'not what kubectl sets',
  },
  {
    title: 'restart in kube-system',
    forms: [{ verb: 'restart', target: { resource: 'deployment', name: 'system', namespace: 'kube-system' } }],
    level: 'high',
    why: 'the namespace belongs to the cluster',
  },
  {
    title: 'change the strategy to Recreate',
    forms: [merge('deployment/web', { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } })],
    level: 'high',
    why: 'removes the gradual rollout',
  },
  {
    title: 'change maxSurge',
    forms: [
      merge('deployment/web', { spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } }),
      strategic('deployment/web', { spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } }),
    ],
    level: 'medium',
    why: 'changes how updates go',
  },
  {
    title: 'pause a Deployment',
    forms: inSpec('deployment/web', 'paused', true),
    level: 'medium',
    why: 'holds later changes back',
  },
  {
    title: 'resume a Deployment',
    forms: inSpec('deployment/paused', 'paused', false),
    level: 'medium',
    why: 'pending changes take effect',
  },
];

/** Resources, probes and images. */
const containers: readonly Row[] = [
  {
    title: 'raise a memory limit from 256Mi to 512Mi',
    forms: inContainer('deployment/web', 'resources/limits/memory', '512Mi'),
    level: 'low',
    isAutomatic: true,
    why: 'at most 4 times',
  },
  {
    title: 'raise a memory limit to 1024Mi, which the server writes as 1Gi',
    forms: inContainer('deployment/web', 'resources/limits/memory', '1024Mi'),
    level: 'low',
    isAutomatic: true,
    why: 'amounts are compared, not texts',
  },
  {
    title: 'raise a memory limit to 2Gi',
    forms: inContainer('deployment/web', 'resources/limits/memory', '2Gi'),
    level: 'medium',
    why: 'eight times as much',
  },
  {
    title: 'raise a memory limit of a Deployment of 1',
    forms: inContainer('deployment/single', 'resources/limits/memory', '512Mi'),
    level: 'medium',
    isAutomatic: true,
    why: 'its only pod is replaced',
  },
  {
    title: 'raise a CPU request from 100m to 200m',
    forms: inContainer('deployment/web', 'resources/requests/cpu', '200m'),
    level: 'low',
    isAutomatic: true,
    why: 'at most 4 times',
  },
  {
    title: 'lower a memory limit',
    forms: inContainer('deployment/web', 'resources/limits/memory', '200Mi'),
    level: 'medium',
    why: 'the container may run out of memory',
  },
  {
    title: 'remove a memory limit',
    forms: [
      strategic('deployment/web', {
        spec: { template: { spec: { containers: [{ name: 'web', resources: { limits: { memory: null } } }] } } },
      }),
      json('deployment/web', [{ op: 'remove', path: '/spec/template/spec/containers/0/resources/limits/memory' }]),
    ],
    level: 'high',
    why: 'the container may take all memory of its node',
  },
  {
    title: 'request a GPU',
    forms: [
      strategic('deployment/web', {
        spec: {
          template: { spec: { containers: [{ name: 'web', resources: { limits: { 'example.com/gpu': '1' } } }] } },
        },
      }),
    ],
    level: 'high',
    why: 'a resource that is not known',
  },
  {
    title: 'correct the port of a liveness probe',
    forms: inContainer('deployment/web', 'livenessProbe/httpGet/port', 8081),
    level: 'medium',
    isAutomatic: true,
    why: 'where a probe asks',
  },
  {
    title: 'correct the path of a readiness probe',
    forms: inContainer('deployment/web', 'readinessProbe/httpGet/path', '/up'),
    level: 'medium',
    why: 'a request to a path can have an effect',
  },
  {
    title: 'give a liveness probe less time',
    forms: inContainer('deployment/web', 'livenessProbe/periodSeconds', 1),
    level: 'medium',
    why: 'restarts containers sooner',
  },
  {
    title: 'give a liveness probe more time',
    forms: inContainer('deployment/web', 'livenessProbe/initialDelaySeconds', 60),
    level: 'medium',
    isAutomatic: true,
    why: 'a timing within bounds',
  },
  {
    title: 'let a liveness probe fail 1000 times',
    forms: inContainer('deployment/web', 'livenessProbe/failureThreshold', 1000),
    level: 'medium',
    why: 'as good as no probe',
  },
  {
    title: 'remove a liveness probe',
    forms: [
      strategic('deployment/web', {
        spec: { template: { spec: { containers: [{ name: 'web', livenessProbe: null }] } } },
      }),
      json('deployment/web', [{ op: 'remove', path: '/spec/template/spec/containers/0/livenessProbe' }]),
    ],
    level: 'high',
    why: 'faults go unnoticed',
  },
  {
    title: 'let a probe ask another host',
    forms: inContainer('deployment/web', 'livenessProbe/httpGet/host', 'example.org'),
    level: 'high',
    why: 'the kubelet calls out',
  },
  {
    title: 'let a probe run a program',
    forms: inContainer('deployment/web', 'startupProbe', { exec: { command: ['sh', '-c', 'wget example.org'] } }),
    level: 'high',
    why: 'runs anything in the container',
  },
  {
    title: 'change the tag of an image',
    forms: [
      command('set image deployment/web web=registry.example.com/web:1.3'),
      ...inContainer('deployment/web', 'image', 'registry.example.com/web:1.3'),
    ],
    level: 'medium',
    why: 'another program, of the same repository',
  },
  {
    title: 'change the image to another repository',
    forms: [
      command('set image deployment/web web=example.org/miner:1'),
      ...inContainer('deployment/web', 'image', 'example.org/miner:1'),
    ],
    level: 'high',
    why: 'a foreign program',
  },
  {
    title: 'change the tag of an image in a pod that mounts a path of its node',
    forms: [command('set image daemonset/agent web=registry.example.com/web:1.3')],
    level: 'high',
    why: 'another program with power over the node',
  },
  {
    title: 'change the pull policy',
    forms: inContainer('deployment/web', 'imagePullPolicy', 'Always'),
    level: 'medium',
    why: 'a configuration of the pods',
  },
  {
    title: 'change the command',
    forms: inContainer('deployment/web', 'command', ['sleep', 'infinity']),
    level: 'high',
    why: 'another program',
  },
  {
    title: 'change the arguments',
    forms: inContainer('deployment/web', 'args', ['--verbose']),
    level: 'high',
    why: 'another behaviour of the program',
  },
  {
    title: 'delete a container',
    forms: [
      strategic('deployment/web', {
        spec: { template: { spec: { containers: [{ name: 'proxy', $patch: 'delete' }] } } },
      }),
      json('deployment/web', [{ op: 'remove', path: '/spec/template/spec/containers/1' }]),
    ],
    level: 'high',
    why: 'a removal, whatever the form',
  },
  {
    title: 'add a container',
    forms: [
      strategic('deployment/web', {
        spec: { template: { spec: { containers: [{ name: 'extra', image: 'registry.example.com/web:1.2' }] } } },
      }),
      json('deployment/web', [
        {
          op: 'add',
          path: '/spec/template/spec/containers/-',
          value: { name: 'extra', image: 'registry.example.com/web:1.2' },
        },
      ]),
    ],
    level: 'high',
    why: 'another program',
  },
  {
    title: 'raise memory and change the service account in one patch',
    forms: [
      strategic('deployment/web', {
        spec: {
          template: {
            spec: {
              serviceAccountName: 'admin',
              containers: [{ name: 'web', resources: { limits: { memory: '512Mi' } } }],
            },
          },
        },
      }),
    ],
    level: 'high',
    why: 'the highest of all differences counts',
  },
  {
    title: 'change the service account by its old name',
    forms: inPods('deployment/web', 'serviceAccountName', 'admin'),
    level: 'high',
    why: 'other permissions',
  },
];

export const workloadRows: readonly Row[] = [...scaling, ...containers];
