import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { useRepositories } from '../repositories/repository-queries.ts';
import { codeMapAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';

/** The repositories of the organization, each with a link to its code map. */
export function CodeMapsPage() {
  const list = useRepositories();
  const { repositories = [] } = list.data ?? {};
  return (
    <ListPage title="Code maps">
      {list.error && <ErrorBanner error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Waiting>Loading the repositories…</Waiting>}
      {list.data && repositories.length === 0 && (
        <EmptyState>
          Code maps show the files, dependencies and services of a repository as diagrams.{' '}
          <Link to="/repositories" className="text-accent underline underline-offset-2">
            Add a repository
          </Link>{' '}
          first.
        </EmptyState>
      )}
      <FramedList aria-label="Repositories">
        {repositories.map(({ id, name, remoteUrl, localPath }) => (
          <li key={id}>
            <Link {...codeMapAddress(id)} className="hover:bg-raised flex flex-col gap-0.5 px-3 py-2 -outline-offset-2">
              <span className="font-medium">{name}</span>
              <span className="text-muted text-xs wrap-anywhere">{remoteUrl ?? localPath ?? 'Uploaded archive'}</span>
            </Link>
          </li>
        ))}
      </FramedList>
    </ListPage>
  );
}
