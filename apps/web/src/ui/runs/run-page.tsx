import { PendingPage } from '../components/pending-page.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { RunDecisions } from './run-decisions.tsx';
import { RunHeader } from './run-header.tsx';
import { toRunTitle } from '../api/run-words.ts';
import { useRunTrace } from '../api/runs-query.ts';
import { StepList } from './step-list.tsx';

/** One run: its state, its pending decisions, and its steps. Follows the run while it is active. */
export function RunPage({ runId }: { readonly runId: string }) {
  const trace = useRunTrace(runId);
  if (!trace.data) return <PendingPage error={trace.error} onRetry={() => void trace.refetch()} />;
  return (
    <DetailPage parent={{ label: 'Runs', href: '/runs' }} title={toRunTitle(trace.data.run)}>
      <RunHeader trace={trace.data} />
      <RunDecisions trace={trace.data} />
      <StepList trace={trace.data} />
    </DetailPage>
  );
}
