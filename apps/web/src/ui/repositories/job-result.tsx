import type { JobFileView, RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { RepositoryFiles } from './repository-files.tsx';
import { isWorking, useDiscardJob } from './repository-queries.ts';

/** The result of a job: its branch, its commits and the diff of each file, with the actions of its review. */
export function JobResult({ job }: { readonly job: RepositoryJobView }) {
  const { id, repositoryId, status, claim, result, outcome, branch, errorMessage } = job;
  const [isBrowsing, setBrowsing] = useState(false);
  return (
    <section aria-label="Result" className="border-line bg-surface mt-4 space-y-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="mr-auto font-semibold">Result</h2>
        <RunStatusBadge run={{ status, isStopping: false, remediation: null }} />
      </div>
      {claim?.message != null && <p className="text-muted text-xs wrap-anywhere">The agent reports: {claim.message}</p>}
      {status === 'failed' && errorMessage !== null && <Banner tone="error">{errorMessage}</Banner>}
      {result === null ? (
        <p role="status" className="text-muted text-xs">
          {isWorking(job) ? 'The branch and its changes are shown once the job has ended.' : 'The job left no branch.'}
        </p>
      ) : (
        <>
          <p className="text-xs wrap-anywhere">
            {countOf(result.commits, 'commit')} on <code className="font-mono">{branch}</code>,{' '}
            {countOf(result.files.length, 'changed file')}.
          </p>
          {result.files.map((file) => (
            <FileDiff key={file.path} file={file} />
          ))}
          <div className="flex flex-wrap items-center gap-2">
            {outcome === 'open' ? <DiscardJob jobId={id} /> : <p className="text-muted text-xs">{toOutcome(job)}</p>}
            {repositoryId !== null && (
              <Button aria-expanded={isBrowsing} onClick={() => setBrowsing(!isBrowsing)}>
                {isBrowsing ? 'Hide files' : 'Browse files'}
              </Button>
            )}
          </div>
          {isBrowsing && repositoryId !== null && <RepositoryFiles repositoryId={repositoryId} job={id} />}
        </>
      )}
    </section>
  );
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function toOutcome({ outcome, pushedBranch }: RepositoryJobView): string {
  return outcome === 'pushed' ? `Pushed as ${pushedBranch ?? 'a branch'}.` : 'Discarded.';
}

const statusWords = { added: 'Added', modified: 'Modified', deleted: 'Deleted', renamed: 'Renamed' } as const;

/** The change of one file. */
function FileDiff({ file }: { readonly file: JobFileView }) {
  const { path, oldPath, status, additions, deletions, patch } = file;
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
      <div className="px-3 pb-3">
        {patch === null ? (
          <p className="text-muted text-xs">The content is not shown: the file is binary, empty or too large.</p>
        ) : (
          <DiffBlock text={patch.replace(/\n$/, '')} />
        )}
      </div>
    </details>
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
