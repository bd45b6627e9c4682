import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { Square } from 'lucide-react';
import { describeCost } from '../../../cost/describe-cost.ts';
import { describeTokens } from '../../../cost/describe-tokens.ts';
import { AskedText } from '../../components/asked-text.tsx';
import { Button } from '../../components/button.tsx';
import { StatedError } from '../../components/stated-error.tsx';
import { toAge } from '../../time/age.ts';
import { RemediationBadge } from './remediation-badge.tsx';
import { useStopRemediation } from './remediation-queries.ts';
import { describeWatch, isWorkedOn } from './remediation-words.ts';

/** The issue of a remediation, its state and model cost, and a stop button while it is in progress. */
export function RemediationHeader({ remediation }: { readonly remediation: RemediationView }) {
  const { id, issue, status, isStopping, reason, watch, context, model, spent, createdAt } = remediation;
  const stop = useStopRemediation(id);
  const facts = [context, model, spent && `${describeTokens(spent.usage)} · ${describeCost(spent.costUsd)}`];
  return (
    <header className="space-y-3">
      <AskedText>{issue}</AskedText>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span role="status" className="mr-auto flex sm:mr-0">
          <RemediationBadge status={status} />
        </span>
        <p className="text-muted order-last min-w-0 basis-full text-xs wrap-anywhere tabular-nums sm:order-none sm:flex-1 sm:basis-0">
          {facts.map((fact) => fact && <span key={fact}>{fact} · </span>)}
          started <time dateTime={createdAt}>{toAge(new Date(createdAt), new Date())}</time>
        </p>
        {isWorkedOn(remediation) && (
          <Button icon={<Square aria-hidden />} isBusy={stop.isPending || isStopping} onClick={() => stop.mutate()}>
            Cancel remediation
          </Button>
        )}
      </div>
      {stop.error && <StatedError error={stop.error} />}
      {watch && <p className="text-muted text-xs leading-relaxed wrap-anywhere tabular-nums">{describeWatch(watch)}</p>}
      {reason !== null && <p className="text-xs leading-relaxed wrap-anywhere">{reason}</p>}
    </header>
  );
}
