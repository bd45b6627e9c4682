import {
  changeRequestSchema,
  type PushBackRequest,
  pushJobResponseSchema,
  type WorkspaceSourceResponse,
  workspaceSourceResponseSchema,
} from '@shipmate/protocol/web/repositories';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { GitPullRequest } from 'lucide-react';
import { useState } from 'react';
import { requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { repositoryAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { PushedBranch } from './pushed-branch.tsx';

type Source = NonNullable<WorkspaceSourceResponse['source']>;

/** The folder of a repository from which a workspace was opened; null if it was not. */
export function useWorkspaceSource(workspaceId: string) {
  return useQuery({
    queryKey: ['workspace', workspaceId, 'source'],
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/source`, { schema: workspaceSourceResponseSchema, signal }),
    select: ({ source }) => source,
  });
}

interface PushBackFormProps {
  readonly workspace: WorkspaceOutline['workspace'];
  readonly source: Source;
  readonly withPending: boolean;
  readonly onClose: () => void;
}

/** Pushes the changes of a workspace to the repository that it was opened from. */
export function PushBackForm({ workspace: { id, name }, source, withPending, onClose }: PushBackFormProps) {
  const client = useQueryClient();
  const push = useMutation({
    mutationFn: (body: PushBackRequest) =>
      requestJson(`/api/workspaces/${id}/push-back`, { schema: pushJobResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', id, 'source'] }),
  });
  const [message, setMessage] = useState(`Update ${name}`);
  const [branch, setBranch] = useState('');
  if (push.data) {
    return (
      <PushedBranch pushed={push.data} onClose={onClose}>
        {source.canPropose && <PullRequest workspaceId={id} title={message} />}
      </PushedBranch>
    );
  }
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (message.trim() === '' || push.isPending) return;
        push.mutate({ message, pending: withPending, ...(branch.trim() !== '' && { branch: branch.trim() }) });
      }}
    >
      <p className="text-muted text-xs">
        Repository{' '}
        <Link {...repositoryAddress(source.repositoryId)} className="text-accent underline underline-offset-2">
          {source.repositoryName}
        </Link>
        , {source.folder === '' ? 'top folder' : `folder ${source.folder}`}, opened at commit{' '}
        <code className="font-mono">{source.commit.slice(0, 12)}</code>
        {source.branch !== null && ` of ${source.branch}`}.
      </p>
      <TextField
        autoFocus
        label="Message"
        value={message}
        maxLength={5_000}
        onChange={(event) => setMessage(event.target.value)}
      />
      <TextField
        label="Branch"
        placeholder={source.pushed?.branch ?? 'A new branch'}
        value={branch}
        maxLength={200}
        onChange={(event) => setBranch(event.target.value)}
      />
      {push.error && <StatedError error={push.error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={message.trim() === ''} isBusy={push.isPending}>
          {push.isPending ? 'Pushing…' : 'Push branch'}
        </Button>
      </div>
    </form>
  );
}

/** Opens the pull or merge request of a pushed workspace. */
function PullRequest({ workspaceId, title }: { readonly workspaceId: string; readonly title: string }) {
  const request = useMutation({
    mutationFn: () =>
      requestJson(`/api/workspaces/${workspaceId}/change-request`, {
        schema: changeRequestSchema,
        body: { title: title.split('\n', 1)[0]?.slice(0, 250) },
      }),
  });
  if (request.data) {
    return (
      <a className="text-accent underline" href={request.data.url} target="_blank" rel="noreferrer noopener">
        Request {request.data.number}
      </a>
    );
  }
  return (
    <>
      {request.error && <StatedError error={request.error} />}
      <Button icon={<GitPullRequest aria-hidden />} isBusy={request.isPending} onClick={() => request.mutate()}>
        Open pull request
      </Button>
    </>
  );
}
