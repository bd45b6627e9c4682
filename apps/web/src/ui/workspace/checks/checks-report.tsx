import type { ChartIssue, ChecksResponse } from '@shipmate/protocol/web/checks';
import type { FileView } from '@shipmate/protocol/web/workspace';
import { Wand2 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { acceptedVersions, changedSinceChecks } from './accepted-versions.ts';
import { IssueGroup } from './issue-group.tsx';
import { SeverityFilter } from './severity-filter.tsx';
import { countBySeverity, type Severity } from './severity.ts';

export interface ChecksReportProps {
  readonly checks: ChecksResponse;
  readonly files: readonly FileView[];
  /** The button that runs the checks again. */
  readonly recheck: ReactNode;
  readonly onOpenPlace: (path: string, line?: number) => void;
  readonly onAskAgent: (issues: readonly ChartIssue[]) => void;
}

const headings = {
  pass: 'The chart passes',
  warning: 'The chart passes, with warnings',
  fail: 'The chart fails',
} as const;

/** The findings of the checks by kind, and whether they are still current. */
export function ChecksReport({ checks, files, recheck, onOpenPlace, onAskAgent }: ChecksReportProps) {
  const [hidden, setHidden] = useState<readonly Severity[]>([]);
  const changed = useMemo(() => changedSinceChecks(checks, acceptedVersions(files)), [checks, files]);
  const shown = checks.issues.filter(({ severity }) => !hidden.includes(severity));
  const isStale = changed.length > 0;

  function toggle(severity: Severity) {
    setHidden(hidden.includes(severity) ? hidden.filter((other) => other !== severity) : [...hidden, severity]);
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <p role="status" className="flex-1 basis-40 text-xs">
          <span className="font-medium">{headings[checks.overallStatus]}</span>{' '}
          <span className="text-muted">for Kubernetes {checks.kubernetesVersion}</span>
          {checks.isolation !== undefined && (
            <span className={checks.isolation === 'none' ? 'text-caution block' : 'text-muted block'}>
              {checks.isolation === 'none' ? 'Rendered without isolation' : 'Rendered without network access'}
            </span>
          )}
        </p>
        <SeverityFilter counts={countBySeverity(checks.issues)} hidden={hidden} onToggle={toggle} />
        {shown.length > 0 && (
          <Button icon={<Wand2 />} onClick={() => onAskAgent(shown)}>
            Ask the agent to fix
          </Button>
        )}
        {!isStale && recheck}
      </div>
      {isStale && (
        <Banner tone="caution" className="m-2" actions={recheck}>
          {changed.length === 1 ? `${changed[0]} has changed` : `${changed.length} files have changed`} since these
          checks ran, so lines may be off.
        </Banner>
      )}
      {Object.entries(checks.results).map(([source, { status }]) => (
        <IssueGroup
          key={source}
          source={source}
          status={status}
          issues={shown.filter((issue) => issue.source === source)}
          onOpenPlace={onOpenPlace}
          onAskAgent={onAskAgent}
        />
      ))}
      {checks.omittedIssues > 0 && (
        <p className="text-muted p-3 text-xs">
          {checks.omittedIssues} more issues are not listed. Fix some of these and check again.
        </p>
      )}
    </div>
  );
}
