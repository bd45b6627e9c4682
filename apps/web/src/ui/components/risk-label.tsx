import { classNames } from './class-names.ts';

const riskStyles = {
  low: 'bg-raised text-muted',
  medium: 'bg-caution-soft text-caution',
  high: 'bg-removed-soft text-removed',
} as const;

/** The computed risk of a change. */
export function RiskLabel({ level }: { readonly level: keyof typeof riskStyles }) {
  return (
    <span className={classNames('text-2xs shrink-0 rounded px-1.5 py-px font-medium', riskStyles[level])}>
      {level} risk
    </span>
  );
}
