import type { RunSummary } from '@shipmate/protocol/web/runs';
import { Clock } from 'lucide-react';
import { RemediationBadge } from '../cluster/remediation/remediation-badge.tsx';
import { StateBadge, type StateTone } from '../components/state-badge.tsx';
import { statusWords } from '../api/run-words.ts';

const statusTones: Readonly<Record<RunSummary['status'], StateTone>> = {
  queued: 'neutral',
  running: 'active',
  waiting: 'waiting',
  completed: 'success',
  failed: 'failure',
  cancelled: 'neutral',
};

/** The state of a run, in a word with an icon. */
export function RunStatusBadge({ run }: { run: Pick<RunSummary, 'status' | 'isStopping' | 'remediation'> }) {
  const { status, isStopping, remediation } = run;
  if (remediation && !isStopping) return <RemediationBadge status={remediation.status} />;
  return (
    <StateBadge tone={statusTones[status]} icon={status === 'queued' ? Clock : undefined}>
      {isStopping ? 'Stopping' : statusWords[status]}
    </StateBadge>
  );
}
