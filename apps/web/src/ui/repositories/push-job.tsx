import type { RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { GitBranch, GitPullRequest } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { TextField } from '../components/text-field.tsx';
import { type RejectedHunks, toAccepted } from './accepted-changes.ts';
import { useAnswerComments, useChangeRequest, usePushJob } from './repository-queries.ts';

interface PushJobProps {
  readonly job: RepositoryJobView;
  readonly rejected: RejectedHunks;
}

/** Pushes the accepted changes of a job to a branch of the repository. */
export function PushJob({ job, rejected }: PushJobProps) {
  const { id, pushBranch, result, review } = job;
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(pushBranch);
  const [squash, setSquash] = useState(review?.accepted === 'all' && review.isSquashed);
  const push = usePushJob(id);
  const accepted = toAccepted(result?.files ?? [], rejected);
  const isAll = accepted === 'all';
  const submit = () =>
    push.mutate({ branch: name.trim(), review: { accepted, squash } }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button
        variant="primary"
        icon={<GitBranch aria-hidden />}
        disabled={accepted.length === 0}
        onClick={() => setOpen(true)}
      >
        Push branch
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Push branch"
        description="The branch is created, or moved forward. Other commits of it are not overwritten."
      >
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {push.error && <ErrorBanner error={push.error} />}
          <TextField
            label="Branch"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {isAll ? (
            <label className="flex w-fit items-center gap-2 text-xs">
              <input type="checkbox" checked={squash} onChange={(event) => setSquash(event.target.checked)} />
              Squash into one commit
            </label>
          ) : (
            <p className="text-muted text-xs">
              The accepted changes become one commit. Rejected ones are in no commit.
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="primary" isBusy={push.isPending} disabled={name.trim() === ''}>
              Push branch
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

const requestStates = { open: 'is open', merged: 'is merged', closed: 'is closed' } as const;

/** The pull or merge request of a job, once it is pushed. */
export function JobRequest({ job }: { readonly job: RepositoryJobView }) {
  const { id, outcome, changeRequest, canPropose } = job;
  const navigate = useNavigate();
  const request = useChangeRequest(id, changeRequest !== null);
  const answer = useAnswerComments(id);
  const error = request.error ?? answer.error;
  if (outcome !== 'pushed' || (!canPropose && changeRequest === null)) return null;
  return (
    <>
      {changeRequest !== null && (
        <p className="text-xs">
          <a className="text-accent underline" href={changeRequest.url} target="_blank" rel="noreferrer noopener">
            Request {changeRequest.number}
          </a>{' '}
          {requestStates[changeRequest.state]}.
        </p>
      )}
      <Button icon={<GitPullRequest aria-hidden />} isBusy={request.isPending} onClick={() => request.mutate()}>
        {changeRequest === null ? 'Open pull request' : 'Refresh state'}
      </Button>
      {changeRequest?.state === 'open' && (
        <Button
          isBusy={answer.isPending}
          onClick={() =>
            answer.mutate(undefined, {
              onSuccess: ({ jobId }) => void navigate({ to: '/repositories/jobs/$jobId', params: { jobId } }),
            })
          }
        >
          Answer review comments
        </Button>
      )}
      {error && <ErrorBanner error={error} />}
    </>
  );
}
