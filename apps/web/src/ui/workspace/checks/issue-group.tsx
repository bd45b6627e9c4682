import type { ChartIssue, CheckStatus } from '@shipmate/protocol/web/checks';
import { classNames } from '../../components/class-names.ts';
import { IssueItem, type IssueItemProps } from './issue-item.tsx';

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

export interface IssueGroupProps extends Omit<IssueItemProps, 'issue'> {
  readonly source: string;
  readonly status: CheckStatus;
  /** The visible issues. */
  readonly issues: readonly ChartIssue[];
}

/** The result of one kind of check, and its issues. */
export function IssueGroup({ source, status, issues, ...actions }: IssueGroupProps) {
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
