import { parseQuantity } from '../../../cluster/object/quantity.ts';
import { keyOfStep, shorten } from '../field-path.ts';
import {
  always,
  createFieldRules,
  describeChange,
  type FieldRule,
  type FieldRules,
  type Judge,
  type Verdict,
  under,
} from '../field-rule.ts';
import { metadataFields } from './metadata-fields.ts';
import { podFields } from './pod-fields.ts';
import { templateFields, workloadFields } from './workload-fields.ts';

const set = ['added', 'changed'] as const;
const medium = (path: string, on: FieldRule['on'] = set): FieldRule => ({
  path,
  on,
  judge: always('medium', describeChange),
});

const configMapFields: readonly FieldRule[] = [
  ...metadataFields,
  ...['data *', 'binaryData *'].map(
    (path): FieldRule => ({
      path,
      on: set,
      judge: always('medium', ({ path: at }) => `Changes the configuration "${shorten(keyOfStep(at.at(-1)))}".`),
    }),
  ),
];

const serviceFields: readonly FieldRule[] = [
  ...metadataFields,
  {
    path: 'spec selector *',
    on: set,
    judge: always('medium', ({ path }) => `Changes the pods that get the traffic, by the label "${path.at(-1)}".`),
  },
  medium('spec ports * targetPort'),
  medium('spec ports * name'),
];

const autoscalerFields: readonly FieldRule[] = [
  ...metadataFields,
  { path: 'spec maxReplicas', on: ['changed'], judge: raising('the most replicas') },
  { path: 'spec minReplicas', on: ['changed'], judge: raising('the fewest replicas') },
];

const quotaFields: readonly FieldRule[] = [
  ...metadataFields,
  { path: 'spec hard *', on: ['changed'], judge: raising('the quota') },
];

const cronJobFields: readonly FieldRule[] = [
  ...metadataFields,
  ...templateFields('spec jobTemplate spec template'),
  medium('spec schedule', ['changed']),
  medium('spec timeZone'),
  medium('spec startingDeadlineSeconds'),
  { path: 'spec suspend', on: ['added', 'changed', 'removed'], judge: judgeSuspension },
];

const jobFields: readonly FieldRule[] = [
  ...metadataFields,
  medium('spec backoffLimit', ['changed']),
  { path: 'spec suspend', on: ['added', 'changed', 'removed'], judge: judgeSuspension },
];

/** The known changes of each kind, as `group/kind`. A change of any other kind has high risk. */
const tables: ReadonlyMap<string, FieldRules> = new Map(
  Object.entries({
    'apps/Deployment': workloadFields,
    'apps/StatefulSet': workloadFields,
    'apps/DaemonSet': workloadFields,
    'apps/ReplicaSet': workloadFields,
    'batch/CronJob': cronJobFields,
    'batch/Job': jobFields,
    '/Pod': under('spec', podFields),
    '/ConfigMap': configMapFields,
    '/Service': serviceFields,
    '/ResourceQuota': quotaFields,
    'autoscaling/HorizontalPodAutoscaler': autoscalerFields,
  }).map(([kind, rules]) => [kind, createFieldRules(rules)]),
);

const noRules = createFieldRules([]);

/** Returns the rules for a kind, given as `group/kind`. */
export function fieldRulesOf(kind: string): FieldRules {
  return tables.get(kind) ?? noRules;
}

/** Checks whether the table has rules for a kind, given as `group/kind`. */
export function hasFieldRules(kind: string): boolean {
  return tables.has(kind);
}

function raising(noun: string): Judge {
  return ({ path, before, after }): Verdict | undefined => {
    const [old, fresh] = [before, after].map((each) => parseQuantity(String(each)));
    if (old === undefined || fresh === undefined || !(fresh > old)) return undefined;
    const reason = `Raises ${noun} (${path.at(-1)}) from ${shorten(String(before))} to ${shorten(String(after))}.`;
    return { level: 'medium', reason };
  };
}

function judgeSuspension({ after }: Parameters<Judge>[0]): Verdict {
  return after === true
    ? { level: 'high', reason: 'Suspends it: no Pod runs any more.' }
    : { level: 'medium', reason: 'Resumes it: its Pods run again.' };
}
