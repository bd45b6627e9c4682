import { useSignedInSession } from '../api/signed-in-session.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Waiting } from '../components/waiting.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { InboxWebhookSection } from './inbox-webhook-section.tsx';
import { McpServersSection } from './mcp-servers-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { useMonth } from './month-select.tsx';
import { useSpend, useSpendLimits, useStorage } from './organization-queries.ts';
import { SpendBreakdown } from './spend-breakdown.tsx';
import { SpendLimitsForm } from './spend-limits-form.tsx';
import { SpendWindows } from './spend-windows.tsx';
import { StorageSection } from './storage-section.tsx';
import { ToolUsageSection } from './tool-usage-section.tsx';

/** The usage and spend limits of the organization; for owners, the audit log too. */
export function OrganizationPage() {
  const session = useSignedInSession();
  const limits = useSpendLimits();
  const spend = useSpend(useMonth().month);
  const storage = useStorage();
  const error = limits.error ?? spend.error ?? storage.error;
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-8 px-4 py-8">
        <PageHeading className="truncate text-xl font-semibold tracking-tight">{session.organization.name}</PageHeading>
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
            <SpendBreakdown />
          </section>
        )}
        <ToolUsageSection />
        {storage.data && <StorageSection storage={storage.data} />}
        <McpServersSection />
        {limits.data?.mayChange && (
          <>
            <SpendLimitsForm limits={limits.data.limits} />
            <InboxWebhookSection />
            <AuditSection />
          </>
        )}
      </main>
    </div>
  );
}
