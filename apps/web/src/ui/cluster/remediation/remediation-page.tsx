import { AskedText } from '../../components/asked-text.tsx';
import { DetailPage } from '../../components/detail-page.tsx';
import { PendingPage } from '../../components/pending-page.tsx';
import { toAge } from '../../time/age.ts';
import { AnalysisSection } from './analysis-section.tsx';
import { CallList } from './call-list.tsx';
import { HealthChecks } from './health-checks.tsx';
import { PlanSection } from './plan-section.tsx';
import { RemediationBadge } from './remediation-badge.tsx';
import { useRemediation } from './remediation-queries.ts';

/** The work on one issue: what was found and what shows it, what is to be done, and what became of it. */
export function RemediationPage({ remediationId }: { readonly remediationId: string }) {
  const query = useRemediation(remediationId);
  const remediation = query.data;
  if (!remediation) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { issue, status, reason, context, createdAt, analysis, plan, checks, calls } = remediation;
  return (
    <DetailPage parent={{ label: 'Cluster', href: '/cluster' }} title="Remediation">
      <header className="space-y-3">
        <AskedText>{issue}</AskedText>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span role="status">
            <RemediationBadge status={status} />
          </span>
          <span className="text-muted text-xs">
            {context !== null && `${context} · `}
            begun <time dateTime={createdAt}>{toAge(new Date(createdAt), new Date())}</time>
          </span>
        </p>
        {reason !== null && <p className="text-xs leading-relaxed wrap-anywhere">{reason}</p>}
      </header>
      {analysis && <AnalysisSection analysis={analysis} calls={calls} />}
      {plan && <PlanSection remediation={remediation} plan={plan} />}
      <HealthChecks checks={checks} />
      <CallList calls={calls} evidence={analysis?.evidence ?? []} />
    </DetailPage>
  );
}
