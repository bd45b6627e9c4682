import type { ChannelView, ProjectView } from '@shipmate/protocol/web/projects';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { useCreateChannel, useCreateProject } from './project-queries.ts';

interface CreateProjectFormProps {
  readonly onCreated: (project: ProjectView) => void;
}

/** The form of a new project. */
export function CreateProjectForm({ onCreated }: CreateProjectFormProps) {
  const create = useCreateProject();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  return (
    <NameForm
      action="Create project"
      placeholder="Shop platform"
      {...{ name, setName }}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ name, description }, { onSuccess: onCreated })}
    >
      <label className="flex flex-col gap-1 text-xs font-medium">
        Description
        <textarea
          value={description}
          rows={3}
          maxLength={2_000}
          onChange={(event) => setDescription(event.target.value)}
          className="border-edge bg-surface w-full min-w-0 rounded-md border px-2 py-1.5 text-base font-normal sm:text-xs"
        />
      </label>
    </NameForm>
  );
}

interface CreateChannelFormProps {
  readonly projectId: string;
  readonly onCreated: (channel: ChannelView) => void;
}

/** The form of a new channel. */
export function CreateChannelForm({ projectId, onCreated }: CreateChannelFormProps) {
  const create = useCreateChannel(projectId);
  const [name, setName] = useState('');
  return (
    <NameForm
      action="Create channel"
      placeholder="releases"
      {...{ name, setName }}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ name }, { onSuccess: onCreated })}
    />
  );
}

interface NameFormProps {
  /** Label of the button. */
  readonly action: string;
  readonly placeholder: string;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly isBusy: boolean;
  readonly error: ComponentProps<typeof StatedError>['error'] | null;
  readonly onSubmit: () => void;
  /** Further fields. */
  readonly children?: ReactNode;
}

function NameForm({ action, placeholder, name, setName, isBusy, error, onSubmit, children }: NameFormProps) {
  const isComplete = name.trim() !== '';
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isBusy) onSubmit();
      }}
    >
      <TextField
        label="Name"
        required
        value={name}
        maxLength={100}
        placeholder={placeholder}
        onChange={(event) => setName(event.target.value)}
      />
      {children}
      {error && <StatedError error={error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
