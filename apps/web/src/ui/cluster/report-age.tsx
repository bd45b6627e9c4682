import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../components/button.tsx';
import { reportIntervalMs } from './cluster-queries.ts';

export interface ReportAgeProps {
  readonly version: string;
  /** Time of the report, in milliseconds since the epoch. */
  readonly at: number;
  readonly isLooking: boolean;
  readonly onRefresh: () => void;
}

const second = 1_000;

/** The server's version, the age of the report, and the refresh button. */
export function ReportAge({ version, at, isLooking, onRefresh }: ReportAgeProps) {
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now - at) / second));
  return (
    <div className="text-muted -mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      <span className="font-mono">{version}</span>
      <span className="tabular-nums">
        Updated {seconds === 0 ? 'now' : `${seconds} s ago`}, refreshes every {reportIntervalMs / second} s while the
        page is visible
      </span>
      <Button variant="quiet" icon={<RefreshCw aria-hidden />} isBusy={isLooking} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  );
}

/** Returns the current time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, []);
  return now;
}
