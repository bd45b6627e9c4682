import type { JobFileView, RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { RepositoryFiles } from './repository-files.tsx';
import { placesOf, type RejectedHunks, splitHunks, toRejected } from './accepted-changes.ts';
import { ContinueJob, JobSteps } from './job-steps.tsx';
import { JobRequest } from './job-request.tsx';
import { PushJob } from './push-job.tsx';
import { isWorking, useDiscardJob } from './repository-queries.ts';

/** The result of a job: its branch, its commits and the diff of each file, with the actions of its review. */
export function JobResult({ job }: { readonly job: RepositoryJobView }) {
  const { id, repositoryId, status, result, outcome, branch } = job;
  const [isBrowsing, setBrowsing] = useState(false);
  const [changed, setChanged] = useState<RejectedHunks>();
  const { canReview, hidden, canReject, rejected } = toReview(job, changed);
  return (
    <section aria-label="Result" className="border-line bg-surface mt-4 space-y-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="mr-auto font-semibold">Result</h2>
        <RunStatusBadge run={{ status, isStopping: false, remediation: null }} />
      </div>
      <Origin continues={job.continues} />
      <Report job={job} />
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
            {outcome === 'open' ? <DiscardJob jobId={id} /> : <p className="text-muted text-xs">{toOutcome(job)}</p>}
            <JobRequest job={job} />
            {repositoryId !== null && outcome !== 'discarded' && (
              <Button aria-expanded={isBrowsing} onClick={() => setBrowsing(!isBrowsing)}>
                {isBrowsing ? 'Hide files' : 'Browse files'}
              </Button>
            )}
          </div>
          {isBrowsing && repositoryId !== null && outcome !== 'discarded' && (
            <RepositoryFiles repositoryId={repositoryId} job={id} />
          )}
        </>
      )}
      <NextSteps job={job} />
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
function Report({ job: { claim, status, errorMessage } }: { readonly job: RepositoryJobView }) {
  return (
    <>
      {claim?.message != null && <p className="text-muted text-xs wrap-anywhere">The agent reports: {claim.message}</p>}
      {status === 'failed' && errorMessage !== null && <Banner tone="error">{errorMessage}</Banner>}
    </>
  );
}

/** The ways to go on with a job that has ended: another prompt, or an undo. */
function NextSteps({ job }: { readonly job: RepositoryJobView }) {
  if (job.outcome !== 'open' || isWorking(job)) return null;
  return (
    <>
      {job.result !== null && <ContinueJob jobId={job.id} />}
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

function toOutcome({ outcome, pushedBranch }: RepositoryJobView): string {
  return outcome === 'pushed' ? `Pushed as ${pushedBranch ?? 'a branch'}.` : 'Discarded.';
}

const statusWords = { added: 'Added', modified: 'Modified', deleted: 'Deleted', renamed: 'Renamed' } as const;

const hiddenWords = {
  binary: 'the file is binary',
  no_lines: 'no line of the file changed',
  too_large: 'its diff, or all diffs together, are too large',
  unknown: 'the file is binary, empty or too large',
} as const;

/** Options for {@link FileDiff}. */
interface FileDiffProps {
  readonly file: JobFileView;
  /** The places of rejected hunks; undefined once the review has ended. */
  readonly rejected?: ReadonlySet<number>;
  readonly onChange?: (rejected: ReadonlySet<number>) => void;
}

/** The change of one file, whose hunks can be accepted and rejected. */
function FileDiff({ file, rejected = new Set(), onChange }: FileDiffProps) {
  const { path, oldPath, status, additions, deletions, patch } = file;
  const hunks = patch === null ? [] : splitHunks(patch);
  const all = placesOf(file);
  const toggle = (place: number) => {
    const next = new Set(rejected);
    if (!next.delete(place)) next.add(place);
    onChange?.(next);
  };
  const isAccepted = rejected.size < all.size;
  return (
    <details open className="border-line rounded-lg border">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs">
        <span className="font-mono wrap-anywhere">{oldPath === null ? path : `${oldPath} → ${path}`}</span>
        <span className="text-muted ml-auto">{statusWords[status]}</span>
        {additions !== null && deletions !== null && (
          <span className="tabular-nums">
            <span className="text-added">+{additions}</span> <span className="text-removed">-{deletions}</span>
          </span>
        )}
      </summary>
      <div className="space-y-2 px-3 pb-3">
        {onChange && (
          <Check
            label={`Accept ${path}`}
            text="Accept file"
            isChecked={isAccepted}
            onChange={() => onChange(isAccepted ? all : new Set())}
          />
        )}
        {patch === null && (
          <p className="text-muted text-xs">The content is not shown: {hiddenWords[file.reason ?? 'unknown']}.</p>
        )}
        {hunks.map((hunk, place) => (
          <div key={place}>
            {onChange && hunks.length > 1 && (
              <Check
                label={`Accept hunk ${place + 1} of ${path}`}
                text={rejected.has(place) ? `Hunk ${place + 1}, rejected` : `Hunk ${place + 1}`}
                isChecked={!rejected.has(place)}
                onChange={() => toggle(place)}
              />
            )}
            <DiffBlock text={hunk} />
          </div>
        ))}
      </div>
    </details>
  );
}

/** Options for {@link Check}. */
interface CheckProps {
  readonly label: string;
  readonly text: string;
  readonly isChecked: boolean;
  readonly onChange: () => void;
}

function Check({ label, text, isChecked, onChange }: CheckProps) {
  return (
    <label className="flex w-fit items-center gap-2 py-1 text-xs">
      <input type="checkbox" aria-label={label} checked={isChecked} onChange={onChange} />
      {text}
    </label>
  );
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
