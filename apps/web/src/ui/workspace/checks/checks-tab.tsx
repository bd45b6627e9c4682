import type { ChartIssue, CheckStatus } from '@shipmate/protocol/web/checks';
import type { FileSummary, WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { RefreshCw, Wand2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type CheckReport, useChecks } from '../../api/checks.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Waiting } from '../../components/waiting.tsx';
import { acceptedVersions } from '../../files/accepted-versions.ts';
import { changedSinceChecks } from './changed-since-checks.ts';
import { HelmError } from './helm-error.tsx';
import { IssueItem, type IssueItemProps } from './issue-item.tsx';
import { hasChart, NoChart } from './no-chart.tsx';
import { countBySeverity, type Severity, severities, severityNames } from './severity.ts';

interface ChecksTabProps extends Pick<ChecksReportProps, 'onOpenPlace' | 'onAskAgent'> {
  readonly workspace: WorkspaceOutline;
}

/** The check results of the charts, including all pending changes. */
export function ChecksTab({ workspace, ...actions }: ChecksTabProps) {
  return hasChart(workspace.files) ? <Checks workspace={workspace} {...actions} /> : <NoChart />;
}

function Checks({ workspace, ...actions }: ChecksTabProps) {
  const checks = useChecks(workspace.workspace.id, { readVersions: () => acceptedVersions(workspace.files) });
  const recheck = (
    <Button icon={<RefreshCw />} isBusy={checks.isFetching} onClick={() => void checks.refetch()}>
      Check again
    </Button>
  );
  if (checks.error && !checks.isFetching) {
    return <HelmError error={checks.error} onRetry={() => void checks.refetch()} />;
  }
  if (!checks.data) return <Waiting>Checking the chart with every values file…</Waiting>;
  return <ChecksReport checks={checks.data} files={workspace.files} recheck={recheck} {...actions} />;
}

interface ChecksReportProps {
  readonly checks: CheckReport;
  readonly files: readonly FileSummary[];
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
function ChecksReport({ checks, files, recheck, onOpenPlace, onAskAgent }: ChecksReportProps) {
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

interface SeverityFilterProps {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly hidden: readonly Severity[];
  readonly onToggle: (severity: Severity) => void;
}

/** Shows or hides the issues of each severity, with their number. */
function SeverityFilter({ counts, hidden, onToggle }: SeverityFilterProps) {
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

const sourceLabels: Readonly<Record<string, string>> = {
  files: 'Files',
  chart: 'Chart.yaml',
  dependencies: 'Dependencies',
  template: 'Rendering',
  lint: 'Helm lint',
  kubernetes: 'Kubernetes schemas',
  values: 'Values',
  practice: 'Good practice',
};

const statuses = {
  pass: { label: 'passed', ink: 'text-added' },
  warning: { label: 'warnings', ink: 'text-caution' },
  fail: { label: 'failed', ink: 'text-removed' },
  skipped: { label: 'not checked, because of errors before it', ink: 'text-muted' },
} as const satisfies Record<CheckStatus, object>;

interface IssueGroupProps extends Omit<IssueItemProps, 'issue'> {
  readonly source: string;
  readonly status: CheckStatus;
  /** The visible issues. */
  readonly issues: readonly ChartIssue[];
}

/** The result of one kind of check, and its issues. */
function IssueGroup({ source, status, issues, ...actions }: IssueGroupProps) {
  const { label, ink } = statuses[status];
  return (
    <section aria-label={sourceLabels[source] ?? source} className="border-line border-b">
      <h3 className="bg-raised flex flex-wrap items-baseline gap-x-2 px-3 py-1.5 text-xs font-medium">
        {sourceLabels[source] ?? source}
        <span className={classNames('text-2xs font-normal', ink)}>{label}</span>
      </h3>
      {issues.length > 0 && (
        <ul className="divide-line divide-y">
          {issues.map((issue, index) => (
            // Issues have no ids and keep the server's order.
            <IssueItem key={index} issue={issue} {...actions} />
          ))}
        </ul>
      )}
    </section>
  );
}
