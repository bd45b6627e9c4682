import { findMisnamedLabel } from './misnamed-label.ts';
import type { PodEvidence } from './symptoms.ts';

/** A patch of a workload's pod template. */
interface Repair {
  readonly description: string;
  readonly rationale: string;
  /** The patch of the pod specification. */
  readonly pods: Readonly<Record<string, unknown>>;
}

type RepairRule = (evidence: PodEvidence) => Repair | undefined;

/** Fixes that a script can derive from the evidence. */
const rules: readonly RepairRule[] = [fixKey, fixMemory, fixTag, fixNodeSelector];

/** Returns the first fix that matches the evidence. */
export function findRepair(evidence: PodEvidence): Repair | undefined {
  for (const rule of rules) {
    const repair = rule(evidence);
    if (repair) return repair;
  }
  return undefined;
}

const missingKey = /^configmaps\/(\S+) \(variable (\S+) of ([^,)]+).*HAS NO KEY "([^"]+)"; it has (.*)$/;

/** Reads a variable from a key whose name differs by one letter. */
function fixKey({ references }: PodEvidence): Repair | undefined {
  const [, config = '', variable = '', name = '', wanted = '', known = ''] =
    references.map((line) => missingKey.exec(line)).find((match) => match !== null) ?? [];
  const key = known.split(', ').find((each) => isOneLetterApart(each, wanted));
  if (key === undefined) return undefined;
  return {
    description: `Read ${variable} from the key ${key}, which ConfigMap ${config} has.`,
    rationale: `${config} has no key ${wanted}, and ${key} differs from it by one letter.`,
    pods: { containers: [{ name, env: [{ name: variable, valueFrom: { configMapKeyRef: { name: config, key } } }] }] },
  };
}

/** Doubles the memory limit of a container that was OOM-killed. */
function fixMemory({ state, manifest }: PodEvidence): Repair | undefined {
  const name = state.map((line) => /container (\S+): .*OOMKilled/.exec(line)?.[1]).find((each) => each !== undefined);
  const [, amount, unit] = /limits:\s+(?:cpu: \S+\s+)?memory: (\d+)(Mi|Gi)/.exec(manifest) ?? [];
  if (name === undefined || amount === undefined) return undefined;
  const memory = `${Number(amount) * 2}${unit}`;
  return {
    description: `Raise the memory limit of ${name} from ${amount}${unit} to ${memory}.`,
    rationale: 'It is killed because it needs more than its limit.',
    pods: { containers: [{ name, resources: { limits: { memory } } }] },
  };
}

/** Replaces a letter O among the digits of an image tag. */
function fixTag({ state, manifest }: PodEvidence): Repair | undefined {
  const waiting = state.find((line) => /waiting \((?:ErrImagePull|ImagePullBackOff)\)/.test(line)) ?? '';
  const name = /container (\S+):/.exec(waiting)?.[1];
  const image = /image: (\S+)/.exec(manifest)?.[1] ?? '';
  const corrected = image.replaceAll(/(?<=[\d.])O(?![A-Za-z])/g, '0');
  if (name === undefined || corrected === image) return undefined;
  return {
    description: `Run ${corrected}.`,
    rationale: `No image is called ${image}: its tag has a letter O where a zero belongs.`,
    pods: { containers: [{ name, image: corrected }] },
  };
}

/** Selects nodes by the label that they have. */
function fixNodeSelector(evidence: PodEvidence): Repair | undefined {
  const label = findMisnamedLabel(evidence);
  if (label === undefined) return undefined;
  const { wanted, known, value, node } = label;
  return {
    description: `Ask for a node with ${known}=${value}.`,
    rationale: `No node has ${wanted}=${value}, and ${node} has ${known}=${value}.`,
    pods: { nodeSelector: { [wanted]: null, [known]: value } },
  };
}

/** Returns true when one text is the other without one of its letters. */
function isOneLetterApart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length !== short.length + 1) return false;
  const differing = long.split('').findIndex((letter, index) => letter !== short[index]);
  return long.slice(0, differing) + long.slice(differing + 1) === short;
}
