import type { ProposalView } from '@shipmate/protocol/web/proposals';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { navigate } from '../router/navigate.ts';
import { toProposalPath } from '../router/route.ts';
import { useCreateProposal, useWorkingRun } from './proposal-queries.ts';
import { isRunEnded } from './proposal-words.ts';
import { WorkingNotice } from './working-notice.tsx';

export interface ProposalFormProps {
  readonly session: SessionResponse;
  readonly proposals: readonly ProposalView[];
}

/** The form of a new proposal; opens the proposal once it is created. */
export function ProposalForm({ session, proposals }: ProposalFormProps) {
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
    if (made) navigate(toProposalPath(made.id));
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
