import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import type { RunToolCallView } from '@shipmate/protocol/web/runs';

/** Labels of the tool effects. */
export const effectWords: Readonly<Record<RunToolCallView['effect'], string>> = {
  read: 'Read-only',
  write: 'Writes',
  destructive: 'Cannot be undone',
};

/** Describes how an approval was decided; `undefined` while it is pending. */
export function describeOutcome({ status, decidedBy, reason }: ApprovalView): string | undefined {
  switch (status) {
    case 'pending':
      return undefined;
    case 'approved':
    case 'used':
      return decidedBy === 'user' ? 'Allowed.' : 'Approved by a standing grant in this workspace.';
    case 'denied':
      return reason === null ? 'Denied.' : `Denied: ${reason}`;
    case 'expired':
      return 'The approval expired; the call was not made.';
    case 'cancelled':
      return 'The answer was stopped; the call was not made.';
  }
}

/** Describes the time left until an approval expires: `Expires in 23 hours`. */
export function describeExpiry(expiresAt: Date, now: Date): string {
  const minutes = Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 1) return 'Expires within a minute';
  const format = new Intl.RelativeTimeFormat('en');
  return `Expires ${minutes < 120 ? format.format(minutes, 'minute') : format.format(Math.floor(minutes / 60), 'hour')}`;
}
