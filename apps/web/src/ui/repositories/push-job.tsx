import type { RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { TextField } from '../components/text-field.tsx';
import { type RejectedHunks, toAccepted } from './accepted-changes.ts';
import { usePushJob } from './repository-queries.ts';

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
      {accepted.length === 0 && <p className="text-muted text-xs">Accept a change to push it, or discard the job.</p>}
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
