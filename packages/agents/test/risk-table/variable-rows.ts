import { type Row, inContainer, json, strategic } from './row.ts';

const podSpec = (fields: object) => ({ spec: { template: { spec: fields } } });
const variable = (entry: object) => [
  strategic('deployment/web', podSpec({ containers: [{ name: 'web', env: [entry] }] })),
  json('deployment/web', [{ op: 'add', path: '/spec/template/spec/containers/0/env/-', value: entry }]),
];
const volume = (entry: object) => [
  strategic('deployment/web', podSpec({ volumes: [entry] })),
  json('deployment/web', [{ op: 'add', path: '/spec/template/spec/volumes/-', value: entry }]),
];

/** Variables and volumes. */
export const variableRows: readonly Row[] = [
  {
    title: 'add a variable',
    forms: variable({ name: 'COLOUR', value: 'blue' }),
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'change a variable',
    forms: [
      ...variable({ name: 'LOG_LEVEL', value: 'debug' }).slice(0, 1),
      json('deployment/web', [{ op: 'replace', path: '/spec/template/spec/containers/0/env/0/value', value: 'debug' }]),
    ],
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'remove a variable',
    forms: [
      ...variable({ name: 'LOG_LEVEL', $patch: 'delete' }).slice(0, 1),
      json('deployment/web', [{ op: 'remove', path: '/spec/template/spec/containers/0/env/0' }]),
    ],
    level: 'high',
    why: 'a removal',
  },
  {
    title: 'change a variable whose value is hidden, with a harmless change beside it',
    forms: [
      strategic(
        'deployment/web',
        podSpec({
          containers: [
            { name: 'web', env: [{ name: 'API_TOKEN', value: 'another' }], resources: { limits: { memory: '512Mi' } } },
          ],
        }),
      ),
      json('deployment/web', [
        { op: 'replace', path: '/spec/template/spec/containers/0/env/1/value', value: 'another' },
        { op: 'replace', path: '/spec/template/spec/containers/0/resources/limits/memory', value: '512Mi' },
      ]),
    ],
    level: 'high',
    why: 'the comparison does not show it',
  },
  {
    title: 'copy a hidden value into another variable',
    forms: [
      json('deployment/web', [
        {
          op: 'copy',
          from: '/spec/template/spec/containers/0/env/1/value',
          path: '/spec/template/spec/containers/0/env/0/value',
        },
      ]),
    ],
    level: 'high',
    why: 'a copy of a secret',
  },
  {
    title: 'add a variable from a Secret',
    forms: variable({ name: 'KEY', valueFrom: { secretKeyRef: { name: 'tls', key: 'key' } } }),
    level: 'high',
    why: 'reads a Secret',
  },
  {
    title: 'add a variable from a ConfigMap',
    forms: variable({ name: 'COLOUR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'colour' } } }),
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'correct the key of a ConfigMap',
    forms: [
      ...variable({ name: 'MODE', valueFrom: { configMapKeyRef: { key: 'colour' } } }).slice(0, 1),
      json('deployment/web', [
        {
          op: 'replace',
          path: '/spec/template/spec/containers/0/env/2/valueFrom/configMapKeyRef/key',
          value: 'colour',
        },
      ]),
    ],
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'preload a library',
    forms: variable({ name: 'LD_PRELOAD', value: '/tmp/x.so' }),
    level: 'high',
    why: 'loads other code',
  },
  {
    title: 'send traffic through a proxy',
    forms: variable({ name: 'HTTPS_PROXY', value: 'http://example.org' }),
    level: 'high',
    why: 'sends traffic elsewhere',
  },
  {
    title: 'take all variables from a Secret',
    forms: inContainer('deployment/web', 'envFrom', [{ secretRef: { name: 'tls' } }]),
    level: 'high',
    why: 'reads a Secret',
  },
  {
    title: 'correct the ConfigMap from which all variables are taken',
    forms: inContainer('deployment/web', 'envFrom', [{ configMapRef: { name: 'other' } }]),
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'add a volume of a ConfigMap',
    forms: volume({ name: 'more', configMap: { name: 'settings' } }),
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'add a volume of a Secret',
    forms: volume({ name: 'more', secret: { secretName: 'tls' } }),
    level: 'high',
    why: 'reads a Secret',
  },
  {
    title: 'add a volume of the node',
    forms: volume({ name: 'more', hostPath: { path: '/' } }),
    level: 'high',
    why: 'power over the node',
  },
  {
    title: 'add a projected volume with a token',
    forms: volume({ name: 'more', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }),
    level: 'high',
    why: 'a credential',
  },
  {
    title: 'mount a Secret that the pod has as a volume',
    forms: [
      strategic(
        'deployment/web',
        podSpec({ containers: [{ name: 'web', volumeMounts: [{ name: 'tls', mountPath: '/tls' }] }] }),
      ),
    ],
    level: 'high',
    why: 'reads a Secret',
  },
  {
    title: 'mount an empty folder',
    forms: [
      strategic(
        'deployment/web',
        podSpec({ containers: [{ name: 'web', volumeMounts: [{ name: 'scratch', mountPath: '/tmp' }] }] }),
      ),
    ],
    level: 'medium',
    why: 'the pod has it already',
  },
  {
    title: 'correct the ConfigMap of a volume',
    forms: [strategic('deployment/web', podSpec({ volumes: [{ name: 'config', configMap: { name: 'other' } }] }))],
    level: 'medium',
    why: 'configuration',
  },
];
