import { ErrorPage } from '../../components/error-page.tsx';
import { LoadingPage } from '../../components/loading-page.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TopBar } from '../../components/top-bar.tsx';
import { Link } from '../../router/link.tsx';
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
  if (!remediation) {
    if (query.error) return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />;
    return <LoadingPage />;
  }
  const { issue, status, reason, context, createdAt, analysis, plan, checks, calls } = remediation;
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <span aria-hidden className="text-line">
          /
        </span>
        <Link href="/cluster" className="font-medium hover:underline">
          Cluster
        </Link>
        <span aria-hidden className="text-line">
          /
        </span>
        <PageHeading className="min-w-0 truncate font-medium">Remediation</PageHeading>
      </TopBar>
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-6 px-4 py-6">
        <header className="space-y-3">
          <p className="bg-raised w-fit max-w-full rounded-xl px-3.5 py-2 wrap-anywhere whitespace-pre-wrap">{issue}</p>
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
      </main>
    </div>
  );
}
