import type { RemediationView } from '@shipmate/protocol/web/remediations';
import type { StateTone } from '../../components/state-badge.tsx';

type Status = RemediationView['status'];
export type PlannedAction = NonNullable<RemediationView['plan']>['actions'][number];

/** Label and tone of each status, and whether the remediation continues from it. */
export const statusLabels: Readonly<Record<Status, { readonly word: string; readonly tone: StateTone }>> = {
  investigating: { word: 'Investigating', tone: 'active' },
  awaiting_approval: { word: 'Waiting for approval', tone: 'waiting' },
  executing: { word: 'Applying changes', tone: 'active' },
  validating: { word: 'Verifying', tone: 'active' },
  resolved: { word: 'Resolved', tone: 'success' },
  not_resolved: { word: 'Not resolved', tone: 'failure' },
  unverified: { word: 'Not verified', tone: 'waiting' },
  failed: { word: 'Failed', tone: 'failure' },
  refused: { word: 'Denied', tone: 'neutral' },
  expired: { word: 'Expired', tone: 'neutral' },
  proposed: { word: 'Proposed at source', tone: 'success' },
  nothing_to_do: { word: 'Nothing to do', tone: 'neutral' },
  stopped: { word: 'Cancelled', tone: 'neutral' },
};

/** Returns true while a worker executes the remediation. */
export function isWorkedOn({ status }: Pick<RemediationView, 'status'>): boolean {
  return statusLabels[status].tone === 'active';
}

/** Returns true while the remediation is executed or pending a decision. */
export function isUnderWay(remediation: Pick<RemediationView, 'status'>): boolean {
  return isWorkedOn(remediation) || remediation.status === 'awaiting_approval';
}

export const actionWords: Readonly<Record<PlannedAction['status'], string>> = {
  planned: 'Planned',
  running: 'Running',
  done: 'Completed',
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

/** Describes the parts of the desired state that an action changes on purpose; undefined when there are none. */
export function describePurpose(purpose: PlannedAction['purpose']): string | undefined {
  if (purpose.length === 0) return undefined;
  return `Changes on purpose: ${purpose.map((aspect) => purposeWords[aspect]).join(', ')}.`;
}

/**
 * Describes the condition that is watched after a change, and the deadline. `until` is ISO 8601; the text uses the
 * reader's time zone.
 */
export function describeWatch({ waitingFor, until }: NonNullable<RemediationView['watch']>): string {
  const time = new Date(until).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${waitingFor} Outcome by ${time}.`;
}

const sourceWords = { argocd: 'Argo CD', flux: 'Flux', helm: 'Helm' } as const;

/** Describes why an action is only proposed: the controller or source that would revert it. */
export function describeSource({ by, name, namespace }: NonNullable<PlannedAction['managedBy']>): string {
  return `${sourceWords[by]} makes this object from ${namespace === null ? '' : `${namespace}/`}${name} and would revert the change. Make the change there.`;
}

/** Returns the label of the approval button: `Approve 2 of 3 actions`. */
export function describeApproval(chosen: number, all: number): string {
  if (chosen === all) return all === 1 ? 'Approve the action' : `Approve all ${all} actions`;
  return `Approve ${chosen} of ${all} actions`;
}
