import type { SessionResponse } from '@shipmate/protocol/web/session';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Waiting } from '../components/waiting.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Link } from '../router/link.tsx';
import { AuditSection } from './audit-section.tsx';
import { useSpend, useSpendLimits, useStorage } from './organization-queries.ts';
import { SpendBreakdown } from './spend-breakdown.tsx';
import { SpendLimitsForm } from './spend-limits-form.tsx';
import { SpendWindows } from './spend-windows.tsx';
import { StorageSection } from './storage-section.tsx';
import { ToolUsageSection } from './tool-usage-section.tsx';

/** The usage and spend limits of the organization; for owners, the audit log too. */
export function OrganizationPage({ session }: { session: SessionResponse }) {
  const limits = useSpendLimits();
  const spend = useSpend();
  const storage = useStorage();
  const error = limits.error ?? spend.error ?? storage.error;
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-8 px-4 py-8">
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
          <PageHeading className="mr-auto truncate text-xl font-semibold tracking-tight">
            {session.organization.name}
          </PageHeading>
          <Link href="/patterns" className="text-accent text-sm underline">
            Patterns and policies
          </Link>
        </div>
        {error && (
          <ErrorBanner
            error={error}
            onRetry={() => {
              void limits.refetch();
              void spend.refetch();
              void storage.refetch();
            }}
          />
        )}
        {!error && !(limits.data && spend.data) && <Waiting>Loading the usage…</Waiting>}
        {spend.data && (
          <section aria-labelledby="spend-heading" className="space-y-4">
            <h2 id="spend-heading" className="font-semibold">
              Usage
            </h2>
            <SpendWindows windows={spend.data.windows} />
            <SpendBreakdown records={spend.data.records} />
          </section>
        )}
        <ToolUsageSection />
        {storage.data && <StorageSection storage={storage.data} />}
        {limits.data?.mayChange && (
          <>
            <SpendLimitsForm limits={limits.data.limits} />
            <AuditSection />
          </>
        )}
      </main>
    </div>
  );
}
