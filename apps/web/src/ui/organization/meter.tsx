import { classNames } from '../components/class-names.ts';

const nearPercent = 80;

interface MeterProps {
  readonly label: string;
  /** Share of the limit in whole per cent, at most 100. */
  readonly percent: number;
}

/** A bar that shows the used part of a limit. */
export function Meter({ label, percent }: MeterProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}% of the limit`}
      className="bg-raised h-1.5 overflow-hidden rounded-full"
    >
      <div
        className={classNames(
          'h-full rounded-full',
          percent === 100 ? 'bg-removed' : percent >= nearPercent ? 'bg-caution' : 'bg-accent',
        )}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
