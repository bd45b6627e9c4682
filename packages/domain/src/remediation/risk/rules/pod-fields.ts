import { objectsAt, textAt, valueAt } from '../../../cluster/object/read-value.ts';
import { keyOfStep, shorten } from '../field-path.ts';
import { always, describeChange, type FieldRule, type Judge, type Verdict, under } from '../field-rule.ts';
import { environmentFields } from './environment-fields.ts';
import { imageFields } from './image-fields.ts';
import { probeFields } from './probe-fields.ts';
import { resourceFields } from './resource-fields.ts';

const set = ['added', 'changed'] as const;
const high = (path: string, reason: string): FieldRule => ({ path, on: set, judge: always('high', () => reason) });
const container = (path: string): string => `container "${path}"`;

const containerFields: readonly FieldRule[] = [
  ...imageFields,
  ...resourceFields,
  ...probeFields,
  ...environmentFields,
  { path: 'ports *', on: ['added'], judge: judgePort },
  { path: 'ports * name', on: set, judge: always('medium', describeChange) },
  { path: 'volumeMounts *', on: ['added'], judge: judgeMount },
  high('command **', 'Changes the program that a container runs.'),
  high('args **', 'Changes the arguments of the program that a container runs.'),
  high('lifecycle **', 'Changes the programs that run when a container starts or stops.'),
  high('securityContext **', 'Changes the privileges of a container.'),
];

/** Rules for the specification of a pod, relative to it. */
export const podFields: readonly FieldRule[] = [
  ...under('containers *', containerFields),
  ...under('initContainers *', containerFields),
  ...['containers', 'initContainers', 'ephemeralContainers'].map(
    (list): FieldRule => ({
      path: `${list} *`,
      on: ['added'],
      judge: always('high', ({ path }) => `Adds the ${container(keyOfStep(path.at(-1)))}.`),
    }),
  ),
  { path: 'volumes *', on: ['added'], judge: judgeVolume },
  { path: 'volumes * configMap name', on: ['changed'], judge: always('medium', describeChange) },
  { path: 'volumes * configMap items **', on: set, judge: always('medium', describeChange) },
  { path: 'volumes * emptyDir sizeLimit', on: set, judge: always('medium', describeChange) },
  high('volumes * secret **', 'Mounts a Secret.'),
  high('volumes * hostPath **', 'Mounts a path of the node.'),
  { path: 'nodeSelector *', on: set, judge: judgeNodeSelector },
  { path: 'affinity **', on: set, judge: always('medium', () => 'Changes the nodes on which the pods may run.') },
  { path: 'terminationGracePeriodSeconds', on: ['changed'], judge: judgeGracePeriod },
  high('tolerations **', 'Changes the taints that the pods tolerate, and so the nodes on which they may run.'),
  high('serviceAccountName', 'Changes the service account, and so the permissions of the pods.'),
  high('serviceAccount', 'Changes the service account, and so the permissions of the pods.'),
  high('automountServiceAccountToken', 'Changes whether the pods get a token for the cluster.'),
  high('securityContext **', 'Changes the privileges of the pods.'),
  high('hostNetwork', 'Changes whether the pods share the network of their node.'),
  high('hostPID', 'Changes whether the pods see the processes of their node.'),
  high('hostIPC', 'Changes whether the pods share memory with their node.'),
  high('imagePullSecrets **', 'Changes the Secrets with which images are pulled.'),
  high('priorityClassName', 'Changes the priority of the pods, by which others are evicted.'),
];

function judgePort({ path, after }: Parameters<Judge>[0]): Verdict {
  const port = keyOfStep(path.at(-1));
  return valueAt(after, 'hostPort') === undefined && valueAt(after, 'hostIP') === undefined
    ? { level: 'medium', reason: `Declares the container port ${port}.` }
    : { level: 'high', reason: `Opens the port ${port} on the node.` };
}

const harmlessVolumes: ReadonlySet<string> = new Set(['configMap', 'emptyDir', 'downwardAPI']);

function isHarmlessVolume(volume: object): boolean {
  const sources = Object.keys(volume).filter((field) => field !== 'name');
  return sources.length === 1 && sources.every((source) => harmlessVolumes.has(source));
}

function judgeVolume({ path, after }: Parameters<Judge>[0]): Verdict {
  const name = shorten(keyOfStep(path.at(-1)));
  const [source = 'nothing'] = Object.keys(Object(after)).filter((field) => field !== 'name');
  return isHarmlessVolume(Object(after))
    ? { level: 'medium', reason: `Adds the volume "${name}" (${source}).` }
    : { level: 'high', reason: `Adds the volume "${name}" (${shorten(source)}).` };
}

function judgeMount({ path, after }: Parameters<Judge>[0], { podSpec }: Parameters<Judge>[1]): Verdict {
  const place = shorten(keyOfStep(path.at(-1)));
  const volume = objectsAt(podSpec, 'volumes').find(({ name }) => name === textAt(after, 'name'));
  const isHarmless = volume !== undefined && isHarmlessVolume(volume);
  return { level: isHarmless ? 'medium' : 'high', reason: `Mounts a volume at ${place}.` };
}

function judgeNodeSelector({ path }: Parameters<Judge>[0]): Verdict | undefined {
  const label = keyOfStep(path.at(-1));
  if (label.startsWith('node-role.kubernetes.io/')) return undefined;
  return { level: 'medium', reason: `Changes the nodes on which the pods may run, by the label "${shorten(label)}".` };
}

function judgeGracePeriod({ before, after }: Parameters<Judge>[0]): Verdict | undefined {
  if (typeof before !== 'number' || typeof after !== 'number' || after < before || after > 3_600) return undefined;
  return { level: 'medium', reason: `Gives the pods ${after} s to stop.` };
}
