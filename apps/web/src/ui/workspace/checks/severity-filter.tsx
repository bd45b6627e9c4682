import { classNames } from '../../components/class-names.ts';
import { severities, severityNames, type Severity } from './severity.ts';

export interface SeverityFilterProps {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly hidden: readonly Severity[];
  readonly onToggle: (severity: Severity) => void;
}

/** Shows or hides the issues of each severity, with their number. */
export function SeverityFilter({ counts, hidden, onToggle }: SeverityFilterProps) {
  return (
    <div role="group" aria-label="Show" className="flex gap-1">
      {severityNames.map((severity) => {
        const { plural, icon: Icon, ink } = severities[severity];
        const isShown = !hidden.includes(severity);
        return (
          <button
            key={severity}
            type="button"
            aria-pressed={isShown}
            title={plural}
            onClick={() => onToggle(severity)}
            className={classNames(
              'flex h-8 items-center gap-1.5 rounded-md border px-2 text-xs tabular-nums',
              isShown ? 'border-edge bg-surface' : 'border-line text-muted line-through',
            )}
          >
            <Icon aria-hidden className={classNames('size-3.5', isShown && ink)} />
            {counts[severity]} <span className="sr-only 2xl:not-sr-only">{plural}</span>
          </button>
        );
      })}
    </div>
  );
}
