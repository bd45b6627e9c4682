import type { ProposalView } from '@shipmate/protocol/web/proposals';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { LinkRow } from '../navigation/link-row.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { proposalAddress } from '../router/addresses.ts';
import { useCreateProposal, useProposals, useWorkingRun } from './proposal-queries.ts';
import { flowWords, isRunEnded, statusWords } from './proposal-words.ts';
import { WorkingNotice } from './working-notice.tsx';

/** The person's proposals, and the form of a new one. */
export function ProposalsPage() {
  const session = useSignedInSession();
  const proposals = useProposals();
  return (
    <ListPage title="Proposals">
      <ProposalForm session={session} proposals={proposals.data ?? []} />
      {proposals.error && <ErrorBanner error={proposals.error} onRetry={() => void proposals.refetch()} />}
      {proposals.isPending && <Waiting>Loading the proposals…</Waiting>}
      {proposals.data?.length === 0 && (
        <EmptyState>
          No proposals yet. Describe what you need: an agent searches the cluster or your platform operations, asks for
          missing details, and shows the manifests or the command before anything is applied or run.
        </EmptyState>
      )}
      <FramedList aria-label="Proposals">
        {proposals.data?.map(({ id, flow, intent, status, createdAt }) => (
          <LinkRow key={id} address={proposalAddress(id)} about={intent} createdAt={createdAt}>
            <span>{flowWords[flow]}</span>
            <span>{statusWords[status]}</span>
          </LinkRow>
        ))}
      </FramedList>
    </ListPage>
  );
}

interface ProposalFormProps {
  readonly session: SessionResponse;
  readonly proposals: readonly ProposalView[];
}

/** The form of a new proposal; opens the proposal once it is created. */
function ProposalForm({ session, proposals }: ProposalFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { model } = useModelChoice(session);
  const create = useCreateProposal();
  const [intent, setIntent] = useState('');
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const { data: run } = useWorkingRun(create.data?.runId);
  const hasEnded = run !== undefined && isRunEnded(run.status);
  const made = create.data && proposals.find(({ id, intent: of }) => !known.has(id) && of === create.variables?.intent);

  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: ['proposals'] });
  }, [hasEnded, client]);
  useEffect(() => {
    if (made) void navigate(proposalAddress(made.id));
  }, [made]);

  function ask(flow: ProposalView['flow']) {
    setKnown(new Set(proposals.map(({ id }) => id)));
    create.mutate({ flow, intent: intent.trim(), ...(model && { model: model.id }) });
  }

  const isBusy = create.isPending || (create.data !== undefined && !hasEnded);
  const isEmpty = intent.trim() === '';
  return (
    <div className="space-y-3">
      <label className="flex flex-col gap-1 text-xs font-medium">
        What do you need?
        <textarea
          value={intent}
          rows={2}
          maxLength={2_000}
          placeholder="A PostgreSQL database for orders, with backups"
          onChange={(event) => setIntent(event.target.value)}
          className="border-edge bg-surface placeholder:text-muted w-full min-w-0 rounded-md border px-2 py-1.5 text-base font-normal sm:text-xs"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isEmpty} isBusy={isBusy} onClick={() => ask('recommend')}>
          Create recommendation
        </Button>
        <Button disabled={isEmpty} isBusy={isBusy} onClick={() => ask('build-platform')}>
          Find a platform operation
        </Button>
      </div>
      {create.error && <StatedError error={create.error} />}
      {create.data && <WorkingNotice started={create.data} words="An agent is preparing the proposal…" />}
    </div>
  );
}
