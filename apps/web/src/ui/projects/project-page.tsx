import type { ChannelView, ProjectResponse } from '@shipmate/protocol/web/projects';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MessageSquarePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { MissingPage } from '../navigation/missing-page.tsx';
import { projectAddress, repositoryAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { ChannelMessages } from './channel-messages.tsx';
import { CreateChannelForm } from './create-forms.tsx';
import { Members } from './project-members.tsx';
import { useDeleteProject, useProject } from './project-queries.ts';

/** A project: its channels with their messages, its members and its repositories. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const project = useProject(projectId);
  if (project.error?.code === 'NOT_FOUND') {
    return (
      <MissingPage
        title="Project not found"
        reason="It may have been deleted, or you are not a member of it. A member can add you."
        list={{ label: 'projects', address: { to: '/projects' } }}
      />
    );
  }
  if (!project.data) return <PendingPage error={project.error} onRetry={() => void project.refetch()} />;
  const { name, description } = project.data.project;
  return (
    <DetailPage parents={[{ label: 'Projects', address: { to: '/projects' } }]} title={name}>
      <div className="flex flex-wrap items-start gap-2">
        <p className="text-muted mr-auto min-w-0 flex-1 basis-60 text-xs wrap-anywhere whitespace-pre-wrap">
          {description}
        </p>
        <DeleteProject projectId={projectId} name={name} />
      </div>
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

/** The channels, and the messages of the one in the address; by default of the one that each project begins with. */
function Channels({ projectId, channels }: ChannelsProps) {
  const first = channels.find(({ name }) => name === 'general') ?? channels[0];
  const { channel: channelId = first?.id } = useSearch({ from: '/projects/$projectId' });
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

interface DeleteProjectProps {
  readonly projectId: string;
  readonly name: string;
}

/** Deletes the project once the person confirms it. */
function DeleteProject({ projectId, name }: DeleteProjectProps) {
  const remove = useDeleteProject(projectId);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setOpen(true)}>
        Delete project
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Delete project"
        description={`“${name}” is deleted with its channels and their messages. Its repositories stay.`}
      >
        {remove.error && <StatedError error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep</Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/projects' }) })}
          >
            Delete project
          </Button>
        </div>
      </Dialog>
    </>
  );
}
