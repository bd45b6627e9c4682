import { type PushRequest, pushResponseSchema } from '@shipmate/protocol/web/push';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import { usePreference } from '../preference/use-preference.ts';
import { PushBackForm, useWorkspaceSource } from './push-back-form.tsx';
import { PushedBranch } from './pushed-branch.tsx';

export interface PushDialogProps {
  readonly workspace: WorkspaceOutline;
  readonly withPending: boolean;
  readonly onClose: () => void;
}

/** Pushes a workspace to the repository that it was opened from, or its current revision as a new branch of a git remote. */
export function PushDialog({ workspace, withPending, onClose }: PushDialogProps) {
  const source = useWorkspaceSource(workspace.workspace.id);
  if (!source.data) {
    return (
      <Dialog isOpen isWide onClose={onClose} title="Push to Git">
        {source.error && <StatedError error={source.error} />}
        {source.isPending && <Waiting>Loading the repository…</Waiting>}
        {source.data === null && <RemoteForm workspace={workspace} withPending={withPending} onClose={onClose} />}
      </Dialog>
    );
  }
  return (
    <Dialog isOpen isWide onClose={onClose} title="Push to Git">
      <PushBackForm workspace={workspace.workspace} source={source.data} withPending={withPending} onClose={onClose} />
    </Dialog>
  );
}

/** Pushes the current revision as a new branch of a git remote. */
function RemoteForm({ workspace: { workspace, charts }, withPending, onClose }: PushDialogProps) {
  const push = usePush(workspace.id);
  const [lastRemote, keepRemote] = usePreference('push.remote');
  const [remote, setRemote] = useState(lastRemote ?? '');
  const [token, setToken] = useState('');
  const [folder, setFolder] = useState('');
  const [chart, setChart] = useState('');
  const [ownBranch, setBranch] = useState<string>();
  const [ownMessage, setMessage] = useState<string>();
  const what = charts.find(({ id }) => id === chart)?.name ?? workspace.name;
  const branch = ownBranch ?? `shipmate/${toSlug(what)}-${workspace.currentRevisionNumber}`;
  const message = ownMessage ?? `Update ${what}`;
  const isComplete = [remote, branch, message].every((text) => text.trim() !== '');

  function submit() {
    push.mutate(
      {
        remote,
        branch,
        folder,
        message,
        revision: workspace.currentRevisionNumber,
        pending: withPending,
        ...(token.trim() === '' ? {} : { token }),
        ...(chart === '' ? {} : { chart }),
      },
      { onSuccess: () => keepRemote(remote.trim()) },
    );
  }

  if (push.data) return <PushedBranch pushed={push.data} onClose={onClose} />;
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !push.isPending) submit();
      }}
    >
      <p className="text-muted text-xs">
        {`Revision ${workspace.currentRevisionNumber}${withPending ? ' with its pending changes' : ''} becomes one commit on a new branch. No branch is overwritten.`}
      </p>
      <TextField
        autoFocus
        label="Repository"
        placeholder="https://github.com/owner/repository.git"
        value={remote}
        onChange={(event) => setRemote(event.target.value)}
      />
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        hint="One that may write to the repository. It is used once and not stored."
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="New branch" value={branch} onChange={(event) => setBranch(event.target.value)} />
        <TextField
          label="Folder"
          placeholder="The top of the repository"
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
      </div>
      {charts.length > 1 && (
        <label className="flex flex-col gap-1 text-xs font-medium">
          What
          <select
            value={chart}
            onChange={(event) => setChart(event.target.value)}
            className="border-edge bg-surface h-8 rounded-md border px-2 text-base font-normal sm:text-xs"
          >
            <option value="">Everything</option>
            {charts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextField label="Message" value={message} onChange={(event) => setMessage(event.target.value)} />
      {push.error && <StatedError error={push.error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={push.isPending}>
          {push.isPending ? 'Pushing…' : 'Push branch'}
        </Button>
      </div>
    </form>
  );
}

function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, 40) || 'chart';
}

/** Pushes a revision as a branch. */
function usePush(workspaceId: string) {
  return useMutation({
    mutationFn: (body: PushRequest) =>
      requestJson(`/api/workspaces/${workspaceId}/push`, { schema: pushResponseSchema, body }),
  });
}
