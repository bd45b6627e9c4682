import { objectsAt } from '../../../cluster/object/read-value.ts';
import {
  always,
  describeChange,
  type FieldRule,
  type Judge,
  type JudgedObject,
  type Verdict,
  under,
} from '../field-rule.ts';
import { metadataFields, templateMetadataFields } from './metadata-fields.ts';
import { podFields } from './pod-fields.ts';

const set = ['added', 'changed'] as const;
const medium = (path: string): FieldRule => ({ path, on: set, judge: always('medium', describeChange) });

/** Rules for a pod template. */
export const templateFields = (path: string): readonly FieldRule[] => [
  ...under(`${path} metadata`, templateMetadataFields),
  ...under(`${path} spec`, podFields),
];

/** Rules for a Deployment, StatefulSet, DaemonSet or ReplicaSet. */
export const workloadFields: readonly FieldRule[] = [
  ...metadataFields,
  ...templateFields('spec template'),
  { path: 'spec replicas', on: ['changed'], judge: judgeReplicas },
  { path: 'spec paused', on: ['added', 'changed', 'removed'], judge: judgePause },
  medium('spec strategy **'),
  medium('spec updateStrategy **'),
  medium('spec minReadySeconds'),
  medium('spec progressDeadlineSeconds'),
  medium('spec revisionHistoryLimit'),
];

const maxReplicas = 50;

function judgeReplicas({ before, after }: Parameters<Judge>[0], object: JudgedObject): Verdict | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  const change = `from ${before} to ${after} replicas`;
  if (after === 0) return { level: 'high', reason: `Scales ${change}: no pod runs any more.` };
  if (after < before) return { level: 'medium', reason: `Scales ${change}: some pods stop.` };
  if (before === 0) return { level: 'medium', reason: `Scales ${change}: starts a workload that is switched off.` };
  if (objectsAt(object.after, 'spec', 'volumeClaimTemplates').length > 0) {
    return { level: 'medium', reason: `Scales ${change}: claims storage for each new pod.` };
  }
  const isBounded = after <= Math.max(2 * before, before + 2) && after <= maxReplicas;
  return isBounded
    ? { level: 'low', reason: `Scales ${change}.`, automatic: 'scale_up' }
    : { level: 'medium', reason: `Scales ${change}, more than double or above ${maxReplicas}.` };
}

function judgePause({ after }: Parameters<Judge>[0]): Verdict {
  return after === true
    ? { level: 'medium', reason: 'Pauses the rollout: later changes take no effect.' }
    : { level: 'medium', reason: 'Resumes the rollout: changes that are pending take effect.' };
}
