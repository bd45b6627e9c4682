import { PendingPage } from '../../components/pending-page.tsx';
import { DetailPage } from '../../navigation/detail-page.tsx';
import { AnalysisSection } from './analysis-section.tsx';
import { CallList } from './call-list.tsx';
import { HealthChecks } from './health-checks.tsx';
import { PlanSection } from './plan-section.tsx';
import { RemediationHeader } from './remediation-header.tsx';
import { useRemediation } from './remediation-queries.ts';

/** The page of one remediation: findings with evidence, the plan, and the outcome. */
export function RemediationPage({ remediationId }: { readonly remediationId: string }) {
  const query = useRemediation(remediationId);
  const remediation = query.data;
  if (!remediation) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { analysis, plan, checks, calls } = remediation;
  return (
    <DetailPage parent={{ label: 'Cluster', href: '/cluster' }} title="Remediation">
      <RemediationHeader remediation={remediation} />
      {analysis && <AnalysisSection analysis={analysis} calls={calls} />}
      {plan && <PlanSection remediation={remediation} plan={plan} />}
      <HealthChecks checks={checks} />
      <CallList calls={calls} evidence={analysis?.evidence ?? []} />
    </DetailPage>
  );
}
