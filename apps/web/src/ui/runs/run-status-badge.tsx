import type { RunSummary } from '@shipmate/protocol/web/runs';
import { Check, CircleSlash, CircleX, Clock, Hand } from 'lucide-react';
import { classNames } from '../components/class-names.ts';
import { RemediationBadge } from '../cluster/remediation/remediation-badge.tsx';
import { Spinner } from '../components/spinner.tsx';
import { statusWords } from '../api/run-words.ts';

const statusStyles = {
  queued: { ink: 'text-muted', icon: Clock },
  waiting: { ink: 'text-caution', icon: Hand },
  completed: { ink: 'text-added', icon: Check },
  failed: { ink: 'text-removed', icon: CircleX },
  cancelled: { ink: 'text-muted', icon: CircleSlash },
} as const;

/** The state of a run, in a word with an icon. */
export function RunStatusBadge({ run }: { run: Pick<RunSummary, 'status' | 'isStopping' | 'remediation'> }) {
  const { status, isStopping, remediation } = run;
  if (remediation && !isStopping) return <RemediationBadge status={remediation.status} />;
  const style = status === 'running' ? undefined : statusStyles[status];
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 text-xs font-medium [&_svg]:size-3.5',
        style?.ink ?? 'text-accent',
      )}
    >
      {style ? <style.icon aria-hidden /> : <Spinner />}
      {isStopping ? 'Stopping' : statusWords[status]}
    </span>
  );
}
