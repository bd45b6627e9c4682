import { ErrorPage } from '../components/error-page.tsx';
import { LoadingPage } from '../components/loading-page.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { Link } from '../router/link.tsx';
import { RunDecisions } from './run-decisions.tsx';
import { RunHeader } from './run-header.tsx';
import { toRunTitle } from './run-words.ts';
import { useRunTrace } from './runs-query.ts';
import { StepList } from './step-list.tsx';

/** One run: where it stands, what it waits for, and what it did step by step. It follows the run while it goes on. */
export function RunPage({ runId }: { readonly runId: string }) {
  const trace = useRunTrace(runId);
  if (!trace.data) {
    if (trace.error) return <ErrorPage error={trace.error} onRetry={() => void trace.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <span aria-hidden className="text-line">
          /
        </span>
        <Link href="/runs" className="font-medium hover:underline">
          Runs
        </Link>
        <span aria-hidden className="text-line">
          /
        </span>
        <PageHeading className="min-w-0 truncate font-medium">{toRunTitle(trace.data.run)}</PageHeading>
      </TopBar>
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-5 px-4 py-6">
        <RunHeader trace={trace.data} />
        <RunDecisions trace={trace.data} />
        <StepList trace={trace.data} />
      </main>
    </div>
  );
}
