import type { RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useDraft } from '../chat/use-draft.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { RepositoryFiles } from './repository-files.tsx';
import { type RejectedHunks, toRejected } from './accepted-changes.ts';
import { FileDiff } from './file-diff.tsx';
import { ContinueJob, JobSteps, RestartJob } from './job-steps.tsx';
import { JobRequest } from './job-request.tsx';
import { topFolder } from './place.ts';
import { PushJob } from './push-job.tsx';
import { canContinue, isWorking, useDiscardJob } from './repository-queries.ts';

/** Properties of {@link JobResult}. */
interface JobResultProps {
  readonly job: RepositoryJobView;
  /** The message that began the job. */
  readonly prompt: string;
  /** True if the conversation shows why the job failed. */
  readonly isErrorShown: boolean;
}

/** The result of a job: its branch, its commits and the diff of each file, with the actions of its review. */
export function JobResult({ job, prompt, isErrorShown }: JobResultProps) {
  const { id, repositoryId, status, result, outcome, branch } = job;
  const [isBrowsing, setBrowsing] = useState(false);
  const [place, setPlace] = useState(topFolder);
  const [changed, setChanged] = useRejectedHunks(id);
  const { canReview, hidden, canReject, rejected } = toReview(job, changed);
  return (
    <section aria-label="Result" className="border-line bg-surface mt-4 space-y-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="mr-auto font-semibold">Result</h2>
        <RunStatusBadge run={{ status, isStopping: false, remediation: null }} />
      </div>
      <Origin continues={job.continues} />
      <Report job={job} isErrorShown={isErrorShown} />
      {result === null ? (
        <p role="status" className="text-muted text-xs">
          {isWorking(job) ? 'The branch and its changes are shown once the job has ended.' : 'The job left no branch.'}
        </p>
      ) : (
        <>
          <p className="text-xs wrap-anywhere">
            {countOf(result.commits, 'commit')} on <code className="font-mono">{branch}</code>,{' '}
            {countOf(result.files.length + hidden, 'changed file')}.
          </p>
          <LeftOut changes={result.leftOut} />
          <Conflicted found={result.conflicted} isOpen={outcome === 'open'} />
          <HiddenFiles count={hidden} canReview={canReview} />
          {result.files.map((file) => (
            <FileDiff
              key={file.path}
              file={file}
              {...(canReject && {
                rejected: rejected.get(file.path) ?? new Set(),
                onChange: (places) => setChanged(new Map(rejected).set(file.path, places)),
              })}
            />
          ))}
          <div className="flex flex-wrap items-center gap-2">
            {canReview && <PushJob job={job} rejected={rejected} />}
            {outcome === 'open' && <DiscardJob jobId={id} />}
            <Outcome job={job} />
            <JobRequest job={job} />
            {repositoryId !== null && outcome !== 'discarded' && (
              <Button aria-expanded={isBrowsing} onClick={() => setBrowsing(!isBrowsing)}>
                {isBrowsing ? 'Hide files' : 'Browse files'}
              </Button>
            )}
          </div>
          {isBrowsing && repositoryId !== null && outcome !== 'discarded' && (
            <RepositoryFiles repositoryId={repositoryId} job={id} place={place} onOpen={setPlace} />
          )}
        </>
      )}
      <NextSteps job={job} prompt={prompt} />
    </section>
  );
}

/** What can be accepted and rejected of a job, beginning with its stored review. */
function toReview({ outcome, result, review }: RepositoryJobView, changed: RejectedHunks | undefined) {
  const { files = [], changedFiles = files.length, commits = 0 } = result ?? {};
  const canReview = outcome === 'open' && commits > 0;
  const hidden = changedFiles - files.length;
  const canReject = canReview && hidden === 0;
  const rejected: RejectedHunks = canReject ? (changed ?? toRejected(files, review)) : new Map();
  return { canReview, hidden, canReject, rejected };
}

/** What the agent claims, and why the run failed. */
function Report({ job: { claim, status, errorMessage }, isErrorShown }: Omit<JobResultProps, 'prompt'>) {
  const error = status === 'failed' && !isErrorShown ? errorMessage : null;
  return (
    <>
      {claim?.message != null && <p className="text-muted text-xs wrap-anywhere">The agent reports: {claim.message}</p>}
      {error !== null && <Banner tone="error">{error}</Banner>}
    </>
  );
}

/** The ways to go on with a job that has ended: another prompt, or an undo. */
function NextSteps({ job, prompt }: Omit<JobResultProps, 'isErrorShown'>) {
  const { repositoryId } = job;
  if (job.outcome !== 'open' || isWorking(job)) return null;
  return (
    <>
      {canContinue(job) && <ContinueJob jobId={job.id} />}
      {job.result === null && repositoryId !== null && <RestartJob repositoryId={repositoryId} prompt={prompt} />}
      <JobSteps jobId={job.id} />
    </>
  );
}

/** The job with whose files this one began. */
function Origin({ continues }: Pick<RepositoryJobView, 'continues'>) {
  if (continues === null) return null;
  const { jobId, turn, isUndo } = continues;
  return (
    <p className="text-muted text-xs">
      {isUndo && turn !== null ? `Undone from step ${turn + 1} of ` : 'Continues '}
      <Link className="text-accent underline" to="/repositories/jobs/$jobId" params={{ jobId }}>
        an earlier job
      </Link>
      .
    </p>
  );
}

/** The uncommitted changes that a job did not commit. */
function LeftOut({ changes = [] }: { readonly changes: readonly string[] | undefined }) {
  if (changes.length === 0) return null;
  return (
    <Banner tone="error">
      These changes are not on the branch, because they hold secrets or are too large to be searched for them:{' '}
      {changes.join(', ')}
    </Banner>
  );
}

type JobConflicts = NonNullable<RepositoryJobView['result']>['conflicted'];

/** The files in which a merge, a pick or the agent left a conflict. */
function Conflicted({ found, isOpen }: { readonly found: JobConflicts; readonly isOpen: boolean }) {
  if (found === undefined) return null;
  const { files, paths } = found;
  const more = files > paths.length ? ` and ${(files - paths.length).toLocaleString('en')} more` : '';
  return (
    <Banner tone="caution">
      {countOf(files, 'file')} {files === 1 ? 'contains' : 'contain'} conflict markers: {paths.join(', ')}
      {more}.{isOpen && ' Continue the job to resolve the conflicts.'}
    </Banner>
  );
}

/** The files of a result that its list does not have. */
function HiddenFiles({ count, canReview }: { readonly count: number; readonly canReview: boolean }) {
  if (count === 0) return null;
  return (
    <Banner tone="caution">
      {countOf(count, 'more changed file')} {count === 1 ? 'is' : 'are'} not shown here.
      {canReview &&
        ' Single changes of this job can therefore not be rejected. Browse its files and push all of it, or discard it and split the work into smaller jobs.'}
    </Banner>
  );
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en')} ${noun}s`;
}

/** The end of a review. It takes the focus of the buttons that are gone with it. */
function Outcome({ job }: { readonly job: RepositoryJobView }) {
  const { outcome } = job;
  const line = useRef<HTMLParagraphElement>(null);
  const before = useRef(outcome);
  useEffect(() => {
    if (before.current === 'open' && outcome !== 'open' && isFocusLost()) line.current?.focus();
    before.current = outcome;
  }, [outcome]);
  if (outcome === 'open') return null;
  return (
    <p ref={line} role="status" tabIndex={-1} className="text-muted text-xs wrap-anywhere">
      {toOutcome(job)}
    </p>
  );
}

function toOutcome({ outcome, pushedBranch }: RepositoryJobView): string {
  return outcome === 'pushed' ? `Pushed as ${pushedBranch ?? 'a branch'}.` : 'Discarded.';
}

const rejectedSchema = z.array(z.object({ path: z.string(), places: z.array(z.number()) }));

/** The hunks that a person rejected and did not send yet; kept in this tab across reloads. Undefined before the first choice. */
function useRejectedHunks(jobId: string): [RejectedHunks | undefined, (rejected: RejectedHunks) => void] {
  const [stored, store] = useDraft(`review.${jobId}`);
  const rejected = useMemo(() => parseRejected(stored), [stored]);
  const setRejected = useCallback(
    (next: RejectedHunks) => store(JSON.stringify([...next].map(([path, places]) => ({ path, places: [...places] })))),
    [store],
  );
  return [rejected, setRejected];
}

function parseRejected(stored: string): RejectedHunks | undefined {
  if (stored === '') return undefined;
  return new Map(rejectedSchema.parse(JSON.parse(stored)).map(({ path, places }) => [path, new Set(places)]));
}

/** Discards the branch of a job, after a confirmation. */
function DiscardJob({ jobId }: { readonly jobId: string }) {
  const [isAsking, setAsking] = useState(false);
  const discard = useDiscardJob(jobId);
  const close = () => setAsking(false);
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title="Discard job"
        description="The changes of this job can then not be pushed. Its conversation stays."
      >
        {discard.error && <ErrorBanner error={discard.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep</Button>
          <Button
            variant="danger"
            isBusy={discard.isPending}
            onClick={() => discard.mutate(undefined, { onSuccess: close })}
          >
            Discard job
          </Button>
        </div>
      </Dialog>
    </>
  );
}
