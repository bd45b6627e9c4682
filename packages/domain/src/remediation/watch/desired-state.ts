import { kindOf, type KubeObject } from '../../cluster/object/kube-object.ts';
import { entryOf, numberAt, objectAt, textAt, valueAt } from '../../cluster/object/read-value.ts';

/** The parts of desired state that a plan may change on purpose. */
export const desiredAspects = ['scale', 'selector', 'deletion'] as const;
export type DesiredAspect = (typeof desiredAspects)[number];

/** Desired state by field. A field that a kind does not have is absent. */
export type DesiredState = Readonly<Partial<Record<DesiredField, string>>>;

type DesiredField = 'replicas' | 'nodes' | 'maxReplicas' | 'suspend' | 'paused' | 'schedule' | 'selector';

interface DesiredRule {
  readonly aspect: DesiredAspect;
  /** Completes the sentence "Deployment shop/web …". */
  readonly say: (value: string) => string;
  /** Returns true if the difference takes nothing away. Default false. */
  readonly isHarmless?: (before: string, after: string) => boolean;
}

const isMore = (before: string, after: string): boolean => Number(after) >= Number(before);

const rules: Readonly<Record<DesiredField, DesiredRule>> = {
  replicas: { aspect: 'scale', say: (value) => `wants ${value} replicas` },
  nodes: { aspect: 'scale', say: (value) => `wants pods on ${value} nodes`, isHarmless: isMore },
  maxReplicas: { aspect: 'scale', say: (value) => `allows ${value} replicas at most`, isHarmless: isMore },
  suspend: { aspect: 'scale', say: (value) => (value === 'true' ? 'is suspended' : 'is not suspended') },
  paused: { aspect: 'scale', say: (value) => (value === 'true' ? 'is paused' : 'is not paused') },
  schedule: { aspect: 'scale', say: (value) => `runs at "${value}"` },
  selector: { aspect: 'selector', say: (value) => `selects ${value}` },
};

const fields = Object.keys(rules) as DesiredField[];

type ReadField = (object: KubeObject) => string;

const read = {
  replicas: (object) => textAt(object, 'spec', 'replicas') ?? '1',
  nodes: (object) => String(numberAt(object, 'status', 'desiredNumberScheduled')),
  maxReplicas: (object) => textAt(object, 'spec', 'maxReplicas') ?? '',
  suspend: (object) => textAt(object, 'spec', 'suspend') ?? 'false',
  paused: (object) => textAt(object, 'spec', 'paused') ?? 'false',
  schedule: (object) => textAt(object, 'spec', 'schedule') ?? '',
  selector: toSelectorText,
} as const satisfies Record<DesiredField, ReadField>;

const fieldsOfKind: Readonly<Record<string, readonly DesiredField[]>> = {
  Deployment: ['replicas', 'paused', 'selector'],
  StatefulSet: ['replicas', 'selector'],
  DaemonSet: ['nodes', 'selector'],
  HorizontalPodAutoscaler: ['maxReplicas'],
  CronJob: ['schedule', 'suspend'],
  Job: ['suspend'],
  Service: ['selector'],
};

/** Reads the desired replicas, selectors and other desired state of an object. */
export function desiredStateOf(object: KubeObject): DesiredState {
  const known = entryOf(fieldsOfKind, kindOf(object)) ?? [];
  return Object.fromEntries(known.map((field) => [field, read[field](object)]));
}

/** A difference of desired state, in words that complete "Deployment shop/web …". */
export interface DesiredDifference {
  readonly aspect: DesiredAspect;
  readonly words: string;
}

/**
 * Lists the changes of the desired state. `isAutoscaled`: an autoscaler sets the replicas, so that only
 * scaling to zero counts.
 */
export function compareDesired(
  before: DesiredState,
  after: DesiredState,
  { isAutoscaled }: { readonly isAutoscaled: boolean },
): readonly DesiredDifference[] {
  return fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    const { aspect, say, isHarmless = () => false } = rules[field];
    if (was === undefined || is === undefined || was === is || isHarmless(was, is)) return [];
    if (field === 'replicas' && isAutoscaled && is !== '0') return [];
    return [{ aspect, words: `${say(is)}; before the change it ${toPast(say(was))}` }];
  });
}

function toPast(present: string): string {
  const pasts: Readonly<Record<string, string>> = {
    wants: 'wanted',
    allows: 'allowed',
    is: 'was',
    runs: 'ran',
    selects: 'selected',
  };
  const [verb = '', ...rest] = present.split(' ');
  return [pasts[verb] ?? verb, ...rest].join(' ');
}

/** Formats labels as `app=web` and expressions as JSON. */
function toSelectorText(object: KubeObject): string {
  const selector = objectAt(object, 'spec', 'selector');
  const labels = kindOf(object) === 'Service' ? selector : objectAt(selector, 'matchLabels');
  const expressions = valueAt(selector, 'matchExpressions');
  const terms = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`);
  return [...terms.sort(), ...(Array.isArray(expressions) ? [JSON.stringify(expressions)] : [])].join(',') || 'nothing';
}
