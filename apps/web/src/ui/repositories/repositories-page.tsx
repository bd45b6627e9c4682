import type { RepositoryListResponse, RepositoryView } from '@shipmate/protocol/web/repositories';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { projectAddress, repositoryAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { RepositoryForm } from './repository-form.tsx';
import { useRepositories } from './repository-queries.ts';

/** The git repositories of the organization. */
export function RepositoriesPage() {
  const list = useRepositories();
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const { repositories = [], projects = [], isOwner = false, isEnabled = true } = list.data ?? {};
  return (
    <ListPage
      title="Repositories"
      actions={
        isOwner && (
          <Button variant="primary" icon={<FolderPlus aria-hidden />} onClick={() => setAdding(true)}>
            Add repository
          </Button>
        )
      }
    >
      {list.error && <ErrorBanner error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Waiting>Loading the repositories…</Waiting>}
      {!isEnabled && <NotEnabled />}
      {list.data && repositories.length === 0 && (
        <EmptyState>
          No repositories yet. {isOwner ? 'Add' : 'An owner adds'} a git repository; an agent then changes its code on a
          branch of its own, and you review every line.
        </EmptyState>
      )}
      {repositories.length > 0 && (
        <DataTable
          caption="Repositories"
          columns={toColumns(projects)}
          rows={repositories}
          keyOf={({ id }: RepositoryView) => id}
        />
      )}
      <Dialog isOpen={isAdding} isWide onClose={close} title="Add repository">
        <RepositoryForm projects={projects} onSaved={close} />
      </Dialog>
    </ListPage>
  );
}

/** Says how an operator turns jobs on. */
function NotEnabled() {
  return (
    <Banner tone="caution">
      Jobs in repositories are off. Set REPOSITORY_FOLDER to one folder that web and worker share, and restart both. To
      add folders of the machine, also set REPOSITORY_ROOTS.
    </Banner>
  );
}

function toColumns(projects: RepositoryListResponse['projects']): readonly TableColumn<RepositoryView>[] {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return [
    {
      id: 'name',
      label: 'Name',
      text: ({ name }) => name,
      render: ({ id, name }) => (
        <Link {...repositoryAddress(id)} className="text-accent font-medium underline underline-offset-2">
          {name}
        </Link>
      ),
    },
    {
      id: 'place',
      label: 'Address',
      isWide: true,
      text: ({ remoteUrl, localPath }) => remoteUrl ?? localPath ?? 'Uploaded archive',
    },
    { id: 'branch', label: 'Branch', text: ({ defaultBranch }) => defaultBranch ?? 'default' },
    {
      id: 'project',
      label: 'Project',
      text: ({ projectId }) => names.get(projectId ?? '') ?? '',
      render: ({ projectId }) => {
        const name = names.get(projectId ?? '');
        if (projectId === null || name === undefined) return null;
        return (
          <Link {...projectAddress(projectId)} className="text-accent underline underline-offset-2">
            {name}
          </Link>
        );
      },
    },
    { id: 'token', label: 'Token', text: ({ hasToken }) => (hasToken ? 'Stored' : 'None') },
    {
      id: 'added',
      label: 'Added',
      text: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
