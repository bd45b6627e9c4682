import { keyOfStep, shorten } from '../field-path.ts';
import { hasPowerOverNode } from '../pod-powers.ts';
import { always, describeChange, type FieldRule, type Judge, type JudgedObject, type Verdict } from '../field-rule.ts';

/** Rules for the image of a container. */
export const imageFields: readonly FieldRule[] = [
  { path: 'image', on: ['changed'], judge: judgeImage },
  { path: 'imagePullPolicy', on: ['added', 'changed'], judge: always('medium', describeChange) },
];

function judgeImage({ path, before, after }: Parameters<Judge>[0], object: JudgedObject): Verdict | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const container = `container "${keyOfStep(path.at(-2))}"`;
  const change = `the image of ${container} from ${shorten(before)} to ${shorten(after)}`;
  if (repositoryOf(before) !== repositoryOf(after)) {
    return { level: 'high', reason: `Changes ${change}, which is of another repository.` };
  }
  return hasPowerOverNode(object.podSpec)
    ? { level: 'high', reason: `Changes ${change} in a pod that has power over its node.` }
    : { level: 'medium', reason: `Changes ${change}.` };
}

/** Returns an image without its tag and digest. */
function repositoryOf(image: string): string {
  const [name = ''] = image.split('@');
  const slash = name.lastIndexOf('/');
  const colon = name.lastIndexOf(':');
  return colon > slash ? name.slice(0, colon) : name;
}
