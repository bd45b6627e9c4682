import type { ChangeRequestView, RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { useNavigate } from '@tanstack/react-router';
import { GitMerge, GitPullRequest } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useAnswerComments, useChangeRequest } from './repository-queries.ts';

/** The pull or merge request of a job, once it is pushed. */
export function JobRequest({ job }: { readonly job: RepositoryJobView }) {
  const { id, outcome, changeRequest, canPropose } = job;
  const navigate = useNavigate();
  const request = useChangeRequest(id, changeRequest !== null);
  const answer = useAnswerComments(id);
  const [isMerging, setMerging] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const hasMerged = useRef(false);
  useEffect(() => {
    // The button that opened the dialog is gone after a merge.
    if (!isMerging && hasMerged.current) link.current?.focus();
  }, [isMerging]);
  const error = request.error ?? answer.error;
  if (outcome !== 'pushed') return null;
  if (changeRequest === null && !canPropose) return <NoRequests job={job} />;
  return (
    <>
      {changeRequest !== null && <RequestState request={changeRequest} link={link} job={job} />}
      <Button icon={<GitPullRequest aria-hidden />} isBusy={request.isPending} onClick={() => request.mutate()}>
        {changeRequest === null ? 'Open pull request' : 'Refresh state'}
      </Button>
      {changeRequest?.state === 'open' && (
        <>
          <Button variant="primary" icon={<GitMerge aria-hidden />} onClick={() => setMerging(true)}>
            Merge request {changeRequest.number}
          </Button>
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
        </>
      )}
      {changeRequest !== null && (
        <MergeDialog
          jobId={id}
          request={changeRequest}
          isOpen={isMerging}
          onClose={() => setMerging(false)}
          onMerge={() => {
            hasMerged.current = true;
            setMerging(false);
          }}
        />
      )}
      {error && <StatedError error={error} />}
    </>
  );
}

/** The reason why a pushed job has no pull request, and the way to merge its branch. */
function NoRequests({ job: { hasRemote } }: { readonly job: RepositoryJobView }) {
  return (
    <p className="text-muted basis-full text-xs">
      {hasRemote
        ? 'Shipmate opens and merges pull requests on GitHub, GitLab and Gitea, and does not know the kind of this host. Set GIT_HOSTS, or merge the branch on the host.'
        : 'This repository is a folder of the machine, which has no pull requests. Merge the branch there with git.'}
    </p>
  );
}

const stateWords = { open: 'is open', merged: 'is merged', closed: 'is closed' } as const;

/** Options for {@link RequestState}. */
interface RequestStateProps {
  readonly request: ChangeRequestView;
  readonly link: RefObject<HTMLAnchorElement | null>;
  readonly job: RepositoryJobView;
}

/** The state of a request as its host reported it last, with the merge. */
function RequestState({ request: { number, url, state, merge }, link, job }: RequestStateProps) {
  const reviewed = job.review?.commit ?? job.result?.headCommit;
  const isOther = merge != null && merge.head !== null && merge.head !== reviewed;
  return (
    <>
      <p role="status" className="text-xs wrap-anywhere">
        <a ref={link} className="text-accent underline" href={url} target="_blank" rel="noreferrer noopener">
          Request {number}
        </a>{' '}
        {stateWords[state]}
        {merge?.commit != null && (
          <>
            {' '}
            as commit <code className="font-mono">{toShort(merge.commit)}</code>
          </>
        )}
        {merge?.by != null && ` by ${merge.by}`}.
      </p>
      {isOther && (
        <Banner tone="caution" className="basis-full">
          The merge has other commits than you reviewed: its newest one is {toShort(merge.head ?? '')}, the reviewed one{' '}
          {toShort(reviewed ?? '')}.
        </Banner>
      )}
    </>
  );
}

function toShort(commit: string): string {
  return commit.slice(0, 12);
}
