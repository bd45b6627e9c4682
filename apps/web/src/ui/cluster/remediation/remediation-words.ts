import type { RemediationView } from '@shipmate/protocol';

type Status = RemediationView['status'];
export type PlannedAction = NonNullable<RemediationView['plan']>['actions'][number];

/** How a status is called, how it looks, and whether the remediation goes on from there. */
export const statusLooks: Readonly<
  Record<Status, { readonly word: string; readonly tone: 'busy' | 'waits' | 'good' | 'bad' | 'calm' }>
> = {
  investigating: { word: 'Investigating', tone: 'busy' },
  awaiting_approval: { word: 'Waits for you', tone: 'waits' },
  executing: { word: 'Changing the cluster', tone: 'busy' },
  validating: { word: 'Checking the cluster', tone: 'busy' },
  resolved: { word: 'Resolved', tone: 'good' },
  not_resolved: { word: 'Not resolved', tone: 'bad' },
  unverified: { word: 'Changed, not verified', tone: 'waits' },
  failed: { word: 'Failed', tone: 'bad' },
  refused: { word: 'Refused', tone: 'calm' },
  expired: { word: 'Expired', tone: 'calm' },
  proposed: { word: 'Proposed at its source', tone: 'good' },
  nothing_to_do: { word: 'Nothing to do', tone: 'calm' },
  stopped: { word: 'Stopped', tone: 'calm' },
};

/** Whether a worker goes on with it. */
export function isWorkedOn({ status }: Pick<RemediationView, 'status'>): boolean {
  return statusLooks[status].tone === 'busy';
}

/** Whether something still happens, or somebody else may decide. */
export function isUnderWay(remediation: Pick<RemediationView, 'status'>): boolean {
  return isWorkedOn(remediation) || remediation.status === 'awaiting_approval';
}

export const actionWords: Readonly<Record<PlannedAction['status'], string>> = {
  planned: 'Planned',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
  not_run: 'Not run',
};

export const verbWords: Readonly<Record<PlannedAction['verb'], string>> = {
  apply: 'Apply',
  patch: 'Patch',
  scale: 'Scale',
  restart: 'Restart',
  delete: 'Delete',
};

const sourceWords = { argocd: 'Argo CD', flux: 'Flux', helm: 'Helm' } as const;

/** Why an action is only proposed: who would undo it. */
export function describeSource({ by, name, namespace }: NonNullable<PlannedAction['managedBy']>): string {
  return `${sourceWords[by]} makes this object from ${namespace === null ? '' : `${namespace}/`}${name} and would undo a change of it, so the change belongs there.`;
}

/** What the button of an approval says: `Approve 2 of 3 actions`. */
export function describeApproval(chosen: number, all: number): string {
  if (chosen === all) return all === 1 ? 'Approve the action' : `Approve all ${all} actions`;
  return `Approve ${chosen} of ${all} actions`;
}
