import { ValueOrigins } from '../../approvals/value-origins.tsx';
import { DiffBlock } from '../../components/diff-block.tsx';
import { classNames } from '../../components/class-names.ts';
import { actionWords, describePurpose, describeSource, verbWords, type PlannedAction } from './remediation-words.ts';
import { RiskLabel } from './risk-label.tsx';

export interface ActionCardProps {
  readonly action: PlannedAction;
  /** The choice to approve the action; undefined when the plan is not pending. */
  readonly choice: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined;
}

const statusInks = {
  planned: 'text-muted',
  running: 'text-accent',
  done: 'text-added',
  failed: 'text-removed',
  not_run: 'text-muted',
} as const;

/** One cluster change: its action, reason, diff and computed risk. */
export function ActionCard({ action, choice }: ActionCardProps) {
  const { description, rationale, verb, object, difference, risk, claimedRisk, managedBy, status, error } = action;
  const purpose = describePurpose(action.purpose);
  const title = `${verbWords[verb]} ${object}`;
  return (
    <li aria-label={title} className="border-line bg-surface overflow-hidden rounded-lg border text-xs">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-2">
        {choice ? (
          <label className="flex min-w-0 flex-1 items-center gap-2 font-medium">
            <input type="checkbox" checked={choice.isChosen} onChange={choice.onToggle} className="accent-accent" />
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </label>
        ) : (
          <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{title}</h3>
        )}
        <RiskLabel level={risk.level} />
        <span className={classNames('font-medium', statusInks[status])}>{actionWords[status]}</span>
      </div>
      <div className="space-y-2.5 px-4 py-3 leading-relaxed">
        <p className="wrap-anywhere">{description}</p>
        <p className="text-muted wrap-anywhere">{rationale}</p>
        {purpose && <p className="text-caution wrap-anywhere">{purpose}</p>}
        {managedBy && <p className="text-caution wrap-anywhere">{describeSource(managedBy)}</p>}
        {difference !== '' && <DiffBlock text={difference} />}
        <ValueOrigins origins={action.origins} />
        <p className="text-muted wrap-anywhere">
          Risk: {risk.reasons.join(' ')}
          {claimedRisk !== risk.level && ` The model rated it ${claimedRisk}.`}
        </p>
        {error !== null && <p className="text-removed wrap-anywhere">{error}</p>}
      </div>
    </li>
  );
}
