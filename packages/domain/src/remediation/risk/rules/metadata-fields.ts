import { describePath, keyOfStep, shorten } from '../field-path.ts';
import { always, type FieldRule, type Judge } from '../field-rule.ts';

const judgeLabel: Judge = ({ path, after }) => {
  const key = keyOfStep(path.at(-1));
  // Controllers read labels of other domains, and may sync, inject or delete because of them.
  if (key.includes('/') && !key.startsWith('app.kubernetes.io/')) return undefined;
  if (key === 'app.kubernetes.io/managed-by') return undefined;
  return { level: 'medium', reason: `Sets the label "${shorten(key)}" to "${shorten(String(after))}".` };
};

const timestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]{8,15}(?:Z|[+-]\d{2}:\d{2})$/;

/** Rules for the metadata of an object. */
export const metadataFields: readonly FieldRule[] = [
  { path: 'metadata labels *', on: ['added', 'changed'], judge: judgeLabel },
  {
    path: 'metadata annotations kubernetes.io/change-cause',
    on: ['added', 'changed'],
    judge: always('low', () => 'Records the cause of the change in an annotation.'),
  },
  {
    path: 'metadata ownerReferences **',
    on: ['added', 'changed'],
    judge: always(
      'high',
      () => 'Changes the owner of the object; the garbage collector deletes an object with its owner.',
    ),
  },
  {
    path: 'metadata finalizers **',
    on: ['added', 'changed'],
    judge: always('high', () => 'Changes the finalizers, which hold back the deletion of the object.'),
  },
];

/** Rules for the metadata of a pod template, relative to it. */
export const templateMetadataFields: readonly FieldRule[] = [
  {
    path: 'annotations kubectl.kubernetes.io/restartedAt',
    on: ['added', 'changed'],
    judge: ({ after }) =>
      timestamp.test(String(after)) ? { level: 'low', reason: 'Restarts the pods.', automatic: 'restart' } : undefined,
  },
  {
    path: 'labels *',
    on: ['added', 'changed'],
    judge: always(
      'high',
      ({ path }) =>
        `Changes ${describePath(path)}; labels decide which Services and network policies apply to the pods.`,
    ),
  },
];
