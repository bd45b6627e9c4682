import type { ChannelView, ProjectResponse } from '@shipmate/protocol/web/projects';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MessageSquarePlus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { SelectField } from '../components/select-field.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { projectAddress, repositoryAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { ChannelMessages } from './channel-messages.tsx';
import { CreateChannelForm } from './create-forms.tsx';
import { useAddMember, useProject, useRemoveMember } from './project-queries.ts';

/** A project: its channels with their messages, its members and its repositories. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const project = useProject(projectId);
  if (!project.data) return <PendingPage error={project.error} onRetry={() => void project.refetch()} />;
  const { name, description } = project.data.project;
  return (
    <DetailPage parents={[{ label: 'Projects', address: { to: '/projects' } }]} title={name}>
      {description !== '' && <p className="text-muted text-xs wrap-anywhere whitespace-pre-wrap">{description}</p>}
      <Channels key={projectId} projectId={projectId} channels={project.data.channels} />
      <Members projectId={projectId} {...project.data} />
      <Repositories repositories={project.data.repositories} />
    </DetailPage>
  );
}

interface ChannelsProps {
  readonly projectId: string;
  readonly channels: readonly ChannelView[];
}

/** The channels, and the messages of the one in the address; of the first one by default. */
function Channels({ projectId, channels }: ChannelsProps) {
  const { channel: channelId = channels[0]?.id } = useSearch({ from: '/projects/$projectId' });
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const shown = channels.find(({ id }) => id === channelId);
  const addressOf = (id: string) => ({ ...projectAddress(projectId), search: { channel: id }, resetScroll: false });
  return (
    <section aria-labelledby="channels" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="channels" className="mr-auto font-semibold">
          Channels
        </h2>
        <Button icon={<MessageSquarePlus aria-hidden />} onClick={() => setCreating(true)}>
          New channel
        </Button>
      </div>
      <div className="grid gap-4 md:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label="Channels">
          <ul className="flex flex-wrap gap-0.5 md:flex-col">
            {channels.map(({ id, name }) => (
              <li key={id} className="min-w-0">
                <Link
                  {...addressOf(id)}
                  {...(id === shown?.id ? { 'aria-current': 'page' } : {})}
                  className={classNames(
                    'block rounded-md px-2.5 py-2 text-xs wrap-anywhere -outline-offset-2',
                    id === shown?.id ? 'bg-accent-soft font-medium' : 'hover:bg-raised',
                  )}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {shown ? (
          <ChannelMessages key={shown.id} projectId={projectId} channelId={shown.id} />
        ) : (
          <EmptyState>
            {channels.length === 0
              ? 'No channels yet. Create one to send messages.'
              : 'Channel not found. Choose another.'}
          </EmptyState>
        )}
      </div>
      <Dialog isOpen={isCreating} onClose={() => setCreating(false)} title="New channel">
        <CreateChannelForm
          projectId={projectId}
          onCreated={({ id }) => {
            setCreating(false);
            void navigate(addressOf(id));
          }}
        />
      </Dialog>
    </section>
  );
}

type Person = ProjectResponse['members'][number];

interface MembersProps extends Pick<ProjectResponse, 'members' | 'others'> {
  readonly projectId: string;
}

/** The people who see the project. */
function Members({ projectId, members, others }: MembersProps) {
  const [opened, setOpened] = useState<Person | 'add'>();
  const close = () => setOpened(undefined);
  const removed = opened === 'add' ? undefined : opened;
  return (
    <section aria-labelledby="members" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="members" className="mr-auto font-semibold">
          Members
        </h2>
        {others.length > 0 && (
          <Button icon={<UserPlus aria-hidden />} onClick={() => setOpened('add')}>
            Add member
          </Button>
        )}
      </div>
      <FramedList aria-label="Members">
        {members.map((person) => (
          <li key={person.userId} className="flex flex-wrap items-center gap-2 px-4 py-2 text-xs">
            <span className="mr-auto min-w-0 wrap-anywhere">{person.name}</span>
            <Button aria-label={`Remove ${person.name}`} onClick={() => setOpened(person)}>
              Remove
            </Button>
          </li>
        ))}
      </FramedList>
      <Dialog isOpen={opened === 'add'} onClose={close} title="Add member">
        <AddMember {...{ projectId, others }} onAdded={close} />
      </Dialog>
      <Dialog
        isOpen={removed !== undefined}
        onClose={close}
        title="Remove member"
        description={`“${removed?.name ?? ''}” will no longer see the project and its channels. Messages that were sent stay.`}
      >
        {removed && <RemoveMember {...{ projectId }} userId={removed.userId} onClose={close} />}
      </Dialog>
    </section>
  );
}

interface AddMemberProps extends Pick<MembersProps, 'projectId' | 'others'> {
  readonly onAdded: () => void;
}

function AddMember({ projectId, others, onAdded }: AddMemberProps) {
  const add = useAddMember(projectId);
  const [chosen, setChosen] = useState(others[0]?.userId ?? '');
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate(chosen, { onSuccess: onAdded });
      }}
    >
      <SelectField
        label="Person"
        value={chosen}
        options={others.map(({ userId, name }) => [userId, name] as const)}
        onChange={setChosen}
      />
      {add.error && <StatedError error={add.error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          Add member
        </Button>
      </div>
    </form>
  );
}

interface RemoveMemberProps extends Pick<MembersProps, 'projectId'> {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Confirms the removal of a member; a person who removes themselves leaves the page. */
function RemoveMember({ projectId, userId, onClose }: RemoveMemberProps) {
  const remove = useRemoveMember(projectId);
  const { user } = useSignedInSession();
  const navigate = useNavigate();
  const onRemoved = () => (userId === user.id ? void navigate({ to: '/projects' }) : onClose());
  return (
    <>
      {remove.error && <StatedError error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep</Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(userId, { onSuccess: onRemoved })}
        >
          Remove member
        </Button>
      </div>
    </>
  );
}

/** The repositories whose agents can send messages to the channels. */
function Repositories({ repositories }: Pick<ProjectResponse, 'repositories'>) {
  return (
    <section aria-labelledby="repositories" className="space-y-3">
      <h2 id="repositories" className="font-semibold">
        Repositories
      </h2>
      {repositories.length === 0 && (
        <EmptyState>No repositories yet. Choose this project in the settings of a repository.</EmptyState>
      )}
      <FramedList aria-label="Repositories">
        {repositories.map(({ id, name }) => (
          <li key={id} className="px-4 py-2 text-xs">
            <Link {...repositoryAddress(id)} className="text-accent wrap-anywhere underline underline-offset-2">
              {name}
            </Link>
          </li>
        ))}
      </FramedList>
    </section>
  );
}
