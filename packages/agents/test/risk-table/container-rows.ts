import { type Row, command, inContainer, inPods, json, strategic } from './row.ts';

/** Resources, probes and images. */
export const containerRows: readonly Row[] = [
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
