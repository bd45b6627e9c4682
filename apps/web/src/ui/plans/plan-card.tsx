import type { PlanView } from '@shipmate/protocol/web/plans';
import { ListChecks } from 'lucide-react';
import { z } from 'zod';
import { useIgnorePlan, usePlans } from '../api/plans.ts';
import { parseToolOutput } from '../components/parse-tool-output.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { PlanActionList } from './plan-action-list.tsx';
import { usePlanHost } from './plan-host.ts';
import { describePlanState, isOpen } from './plan-state.ts';

const outputSchema = z.object({ planId: z.string() });

/** A plan that an agent proposed: its actions, its progress and the person's decision. */
export function PlanCard({ output }: { output: unknown }) {
  const { workspaceId } = usePlanHost();
  const plans = usePlans(workspaceId);
  const planId = outputSchema.safeParse(parseToolOutput(output)).data?.planId;
  const plan = plans.data?.find(({ id }) => id === planId);
  if (plan) return <LoadedPlan plan={plan} />;
  if (plans.error) return <ErrorBanner error={plans.error} onRetry={() => void plans.refetch()} />;
  if (!plans.isFetching) return null;
  return (
    <p role="status" className="text-muted flex items-center gap-2 text-xs">
      <Spinner /> Loading the plan…
    </p>
  );
}

function LoadedPlan({ plan }: { plan: PlanView }) {
  return (
    <section aria-label="Plan" className="border-line bg-surface overflow-hidden rounded-lg border text-xs">
      <header className="border-line flex items-center gap-2 border-b px-3 py-2">
        <ListChecks aria-hidden className="text-accent size-4 shrink-0" />
        <h3 className="font-medium">Plan</h3>
        <span role="status" className="text-muted ml-auto flex items-center gap-1.5">
          {plan.status === 'applying' && <Spinner />}
          {describePlanState(plan)}
        </span>
      </header>
      <div className="space-y-2.5 px-3 py-2.5">
        <p className="leading-relaxed wrap-anywhere">{plan.summary}</p>
        <PlanActionList plan={plan} />
      </div>
      {isOpen(plan) && <PlanDecision plan={plan} />}
    </section>
  );
}

function PlanDecision({ plan }: { plan: PlanView }) {
  const { workspaceId, isAnswering, proceed, change } = usePlanHost();
  const ignore = useIgnorePlan(workspaceId);
  return (
    <footer className="border-line space-y-2 border-t px-3 py-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isAnswering || ignore.isPending} onClick={() => proceed(plan)}>
          {plan.status === 'proposed' ? 'Proceed' : 'Apply plan'}
        </Button>
        <Button onClick={() => change(plan)}>Change this…</Button>
        <Button variant="quiet" isBusy={ignore.isPending} onClick={() => ignore.mutate(plan.id)}>
          Ignore
        </Button>
      </div>
      {ignore.error && <ErrorBanner error={ignore.error} onDismiss={() => ignore.reset()} />}
    </footer>
  );
}
