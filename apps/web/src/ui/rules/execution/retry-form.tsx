import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { SmallSelect } from '../../components/small-select.tsx';
import { ruleExecutionAddress } from '../../router/addresses.ts';
import { useRetryExecution } from './execution-queries.ts';

interface RetryFormProps {
  readonly ruleId: string;
  readonly execution: RuleExecutionView;
}

/** Retries a failed or cancelled execution, from the start or from one of its actions, and opens the new one. */
export function RetryForm({ ruleId, execution }: RetryFormProps) {
  const { id, status, steps, revision } = execution;
  const navigate = useNavigate();
  const retry = useRetryExecution(ruleId, id);
  const [fromStep, setFromStep] = useState(steps.find((step) => step.status === 'failed')?.actionId ?? '');
  const [chosen, setChosen] = useState<'same' | 'current'>('same');
  if (status !== 'failed' && status !== 'cancelled') return null;
  return (
    <section aria-label="Retry" className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <SmallSelect
          label="From"
          value={fromStep}
          options={[['', 'The start'], ...steps.map(({ actionId, actionName }) => [actionId, actionName] as const)]}
          onChange={setFromStep}
        />
        <SmallSelect
          label="Under"
          value={chosen}
          options={[
            ['same', `Revision ${revision}`],
            ['current', 'The current revision'],
          ]}
          onChange={(value) => setChosen(value === 'current' ? 'current' : 'same')}
        />
        <Button
          icon={<RotateCcw aria-hidden />}
          isBusy={retry.isPending}
          onClick={() =>
            retry.mutate(
              { revision: chosen, ...(fromStep !== '' && { fromStep }) },
              { onSuccess: ({ executionId }) => void navigate(ruleExecutionAddress(ruleId, executionId)) },
            )
          }
        >
          Retry execution
        </Button>
      </div>
      <p className="text-muted text-xs">Steps before and beside the chosen action are not repeated.</p>
      {retry.error && <ErrorBanner error={retry.error} onDismiss={() => retry.reset()} />}
    </section>
  );
}
