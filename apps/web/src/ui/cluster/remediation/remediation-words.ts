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
  validating: { word: 'Watching the cluster', tone: 'busy' },
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

const purposeWords = { scale: 'how much runs', selector: 'a selector', deletion: 'that the object exists' } as const;

/** Says what of the desired state an action changes on purpose; undefined when nothing. */
export function describePurpose(purpose: PlannedAction['purpose']): string | undefined {
  if (purpose.length === 0) return undefined;
  return `Changes on purpose: ${purpose.map((aspect) => purposeWords[aspect]).join(', ')}.`;
}

/** Says what is waited for after a change, and until when. `until` is ISO 8601; the time is that of the reader's time zone. */
export function describeWatch({ waitingFor, until }: NonNullable<RemediationView['watch']>): string {
  const time = new Date(until).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${waitingFor} The outcome is known by ${time}.`;
}

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
