import type { SessionResponse } from '@shipmate/protocol';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { Waiting } from '../components/waiting.tsx';
import { Link } from '../router/link.tsx';
import { toProposalPath } from '../router/route.ts';
import { toAge } from '../time/age.ts';
import { ProposalForm } from './proposal-form.tsx';
import { useProposals } from './proposal-queries.ts';
import { flowWords, statusWords } from './proposal-words.ts';

/** What agents worked out for the person, and the way to have more worked out. */
export function ProposalsPage({ session }: { readonly session: SessionResponse }) {
  const proposals = useProposals();
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-4 py-8">
        <PageHeading className="text-xl font-semibold tracking-tight">Proposals</PageHeading>
        <ProposalForm session={session} proposals={proposals.data ?? []} />
        {proposals.error && <ErrorBanner error={proposals.error} onRetry={() => void proposals.refetch()} />}
        {proposals.isPending && <Waiting>Loading the proposals…</Waiting>}
        <ul
          aria-label="Proposals"
          className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden"
        >
          {proposals.data?.map(({ id, flow, intent, status, createdAt }) => (
            <li key={id}>
              <Link href={toProposalPath(id)} className="hover:bg-raised block space-y-1 px-4 py-3 -outline-offset-2">
                <span className="line-clamp-2 font-medium wrap-anywhere">{intent}</span>
                <span className="text-muted flex flex-wrap gap-x-3 text-xs">
                  <span>{flowWords[flow]}</span>
                  <span>{statusWords[status]}</span>
                  <time dateTime={createdAt} className="ml-auto">
                    {toAge(new Date(createdAt), new Date())}
                  </time>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
