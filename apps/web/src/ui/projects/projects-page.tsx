import type { ProjectView } from '@shipmate/protocol/web/projects';
import { useNavigate } from '@tanstack/react-router';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { projectAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { CreateProjectForm } from './create-forms.tsx';
import { useProjects } from './project-queries.ts';

/** The person's projects. */
export function ProjectsPage() {
  const projects = useProjects();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  return (
    <ListPage
      title="Projects"
      actions={
        <Button variant="primary" icon={<FolderPlus aria-hidden />} onClick={() => setCreating(true)}>
          New project
        </Button>
      }
    >
      {projects.error && <ErrorBanner error={projects.error} onRetry={() => void projects.refetch()} />}
      {projects.isPending && <Waiting>Loading the projects…</Waiting>}
      {projects.data?.length === 0 && (
        <EmptyState>
          No projects yet. A project is for people who work together, their channels and repositories. Agents that work
          in a repository of the project can send messages to its channels.
        </EmptyState>
      )}
      {projects.data && projects.data.length > 0 && (
        <DataTable caption="Projects" columns={columns} rows={projects.data} keyOf={({ id }: ProjectView) => id} />
      )}
      <Dialog isOpen={isCreating} isWide onClose={() => setCreating(false)} title="New project">
        <CreateProjectForm onCreated={({ id }) => void navigate(projectAddress(id))} />
      </Dialog>
    </ListPage>
  );
}

const columns: readonly TableColumn<ProjectView>[] = [
  {
    id: 'name',
    label: 'Name',
    text: ({ name }) => name,
    render: ({ id, name }) => (
      <Link {...projectAddress(id)} className="text-accent font-medium underline underline-offset-2">
        {name}
      </Link>
    ),
  },
  {
    id: 'description',
    label: 'Description',
    isWide: true,
    text: ({ description }) => description,
    render: ({ description }) => <span className="line-clamp-2 min-w-48 wrap-anywhere">{description}</span>,
  },
  {
    id: 'created',
    label: 'Created',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
