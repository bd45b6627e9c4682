import { describeDuration } from '../api/run-words.ts';

export interface LatencyBarProps {
  /** Name of the measured step. */
  readonly label: string;
  readonly ms: number;
  /** Duration of the full width. */
  readonly longestMs: number;
}

/** The duration of a step, relative to the longest of the run. */
export function LatencyBar({ label, ms, longestMs }: LatencyBarProps) {
  const percent = Math.max(1, Math.min(100, (ms / longestMs) * 100));
  return (
    <div className="flex items-center gap-2 text-2xs tabular-nums">
      <span className="text-muted w-12 shrink-0 truncate">{label}</span>
      <svg aria-hidden className="bg-raised h-1.5 min-w-0 flex-1 rounded-full" preserveAspectRatio="none">
        <rect className="fill-accent" width={`${percent}%`} height="100%" rx="3" />
      </svg>
      <span className="text-muted w-16 shrink-0 text-right">{describeDuration(ms)}</span>
    </div>
  );
}
