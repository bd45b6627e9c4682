import type { SessionResponse } from '@shipmate/protocol/web/session';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { LinkRow } from '../navigation/link-row.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { toProposalPath } from '../router/route.ts';
import { ProposalForm } from './proposal-form.tsx';
import { useProposals } from './proposal-queries.ts';
import { flowWords, statusWords } from './proposal-words.ts';

/** The person's proposals, and the form of a new one. */
export function ProposalsPage({ session }: { readonly session: SessionResponse }) {
  const proposals = useProposals();
  return (
    <ListPage title="Proposals">
      <ProposalForm session={session} proposals={proposals.data ?? []} />
      {proposals.error && <ErrorBanner error={proposals.error} onRetry={() => void proposals.refetch()} />}
      {proposals.isPending && <Waiting>Loading the proposals…</Waiting>}
      {proposals.data?.length === 0 && (
        <p role="status" className="text-muted py-10 text-center">
          No proposals yet. Describe what you need: an agent searches the cluster or your platform operations, asks for
          missing details, and shows the manifests or the command before anything is applied or run.
        </p>
      )}
      <FramedList aria-label="Proposals">
        {proposals.data?.map(({ id, flow, intent, status, createdAt }) => (
          <LinkRow key={id} href={toProposalPath(id)} about={intent} createdAt={createdAt}>
            <span>{flowWords[flow]}</span>
            <span>{statusWords[status]}</span>
          </LinkRow>
        ))}
      </FramedList>
    </ListPage>
  );
}
