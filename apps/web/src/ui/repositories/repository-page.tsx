import { isUpload } from '@shipmate/domain/repository';
import type { RepositoryJobHead, RepositoryListResponse, RepositoryView } from '@shipmate/protocol/web/repositories';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { PromptBox } from '../chat/prompt-box.tsx';
import { repositoryDraft, useDraft } from '../chat/use-draft.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DemoNotice } from '../model/demo-notice.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { DetailPage } from '../navigation/detail-page.tsx';
import { MissingPage } from '../navigation/missing-page.tsx';
import { codeMapAddress, jobAddress, projectAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { type Place, toPlace, toPlaceSearch } from './place.ts';
import { RepositoryCharts } from './repository-charts.tsx';
import { RepositoryFiles } from './repository-files.tsx';
import { RepositoryForm } from './repository-form.tsx';
import { useBranches, useJobs, useRemoveRepository, useRepositories, useStartJob } from './repository-queries.ts';
import { UploadArchive } from './upload-archive.tsx';

/** A repository: a box that starts a job, the person's jobs, and its files. */
export function RepositoryPage() {
  const { repositoryId } = useParams({ from: '/repositories/$repositoryId' });
  const list = useRepositories();
  if (!list.data) return <PendingPage error={list.error} onRetry={() => void list.refetch()} />;
  const repository = list.data.repositories.find(({ id }) => id === repositoryId);
  if (!repository) {
    return (
      <MissingPage
        title="Repository not found"
        reason="It may have been removed, or it belongs to another organization."
        list={{ label: 'repositories', address: { to: '/repositories' } }}
      />
    );
  }
  const { id, name } = repository;
  const project = list.data.projects.find((each) => each.id === repository.projectId);
  return (
    <DetailPage parents={[{ label: 'Repositories', address: { to: '/repositories' } }]} title={name}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-muted mr-auto min-w-0 text-xs wrap-anywhere">
          {repository.remoteUrl ?? repository.localPath ?? 'Uploaded archive'}
        </p>
        {project && (
          <Link
            {...projectAddress(project.id)}
            className="text-accent text-xs font-medium underline underline-offset-2"
          >
            Project {project.name}
          </Link>
        )}
        <Link {...codeMapAddress(id)} className="text-accent text-xs font-medium underline underline-offset-2">
          Open code map
        </Link>
        {list.data.isOwner && <OwnerActions repository={repository} projects={list.data.projects} />}
      </div>
      {isUpload(repository) ? (
        <UploadArchive repositoryId={id} isOwner={list.data.isOwner} />
      ) : (
        <>
          <StartJob repository={repository} />
          <Jobs repositoryId={id} />
        </>
      )}
      <section aria-labelledby="charts" className="space-y-3">
        <h2 id="charts" className="font-semibold">
          Charts
        </h2>
        <RepositoryCharts repositoryId={id} />
      </section>
      <section aria-labelledby="files" className="space-y-3">
        <h2 id="files" className="font-semibold">
          Files
        </h2>
        <PlacedFiles key={id} repositoryId={id} canFetch={!isUpload(repository)} />
      </section>
    </DetailPage>
  );
}

/** The files of the repository at the place in the address, so that a place can be linked and left with the back button. */
function PlacedFiles(props: Pick<ComponentProps<typeof RepositoryFiles>, 'repositoryId' | 'canFetch'>) {
  const search = useSearch({ from: '/repositories/$repositoryId' });
  const navigate = useNavigate({ from: '/repositories/$repositoryId' });
  const open = (place: Place) => void navigate({ to: '.', search: toPlaceSearch(place), resetScroll: false });
  return <RepositoryFiles {...props} place={toPlace(search)} onOpen={open} />;
}

/** The box that starts a job, with the branch on which it begins. */
function StartJob({ repository: { id, defaultBranch } }: { readonly repository: RepositoryView }) {
  const session = useSignedInSession();
  const { model } = useModelChoice(session);
  const navigate = useNavigate();
  const branches = useBranches(id).data ?? [];
  const start = useStartJob(id);
  const [prompt, setPrompt] = useDraft(repositoryDraft(id));
  const [branch, setBranch] = useState('');

  function submit() {
    const body = { prompt: prompt.trim(), ...(branch !== '' && { branch }), ...(model && { model: model.id }) };
    start.mutate(body, {
      onSuccess: ({ jobId }) => {
        setPrompt('');
        void navigate(jobAddress(jobId));
      },
    });
  }
  return (
    <section aria-label="New job" className="space-y-2">
      <PromptBox
        session={session}
        value={prompt}
        onChange={setPrompt}
        onSubmit={submit}
        isSending={start.isPending}
        placeholder="Describe a change to the code…"
        minRows={2}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {branches.length > 0 && (
          <SmallSelect
            label="Begin on"
            value={branch}
            options={[
              ['', defaultBranch ?? 'Default branch'],
              ...branches.flatMap(({ name }) => (name === defaultBranch ? [] : [[name, name] as const])),
            ]}
            onChange={setBranch}
          />
        )}
        <p className="text-muted text-xs">
          The agent works on a branch of its own. Nothing leaves it before you review it.
        </p>
      </div>
      {start.error && <ErrorBanner error={start.error} onDismiss={() => start.reset()} />}
      <DemoNotice session={session} className="rounded-lg" />
    </section>
  );
}

/** The person's jobs in the repository. */
function Jobs({ repositoryId }: { readonly repositoryId: string }) {
  const jobs = useJobs(repositoryId);
  const rows = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <section aria-labelledby="jobs" className="space-y-3">
      <h2 id="jobs" className="font-semibold">
        Jobs
      </h2>
      {jobs.error && <ErrorBanner error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {jobs.isPending && <Waiting>Loading the jobs…</Waiting>}
      {jobs.data && rows.length === 0 && <EmptyState>No jobs yet. Describe a change above to start one.</EmptyState>}
      {rows.length > 0 && (
        <DataTable
          caption="Jobs"
          columns={jobColumns}
          rows={rows}
          keyOf={({ id }: RepositoryJobHead) => id}
          isPartial={jobs.hasNextPage}
        />
      )}
      {jobs.hasNextPage && (
        <Button isBusy={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
          Older jobs
        </Button>
      )}
    </section>
  );
}

const outcomeWords = { open: 'Open', pushed: 'Pushed', discarded: 'Discarded' } as const;

const jobColumns: readonly TableColumn<RepositoryJobHead>[] = [
  {
    id: 'job',
    label: 'Job',
    text: ({ title, branch }) => title ?? branch,
    render: ({ id, title, branch }) => (
      <Link {...jobAddress(id)} className="text-accent font-medium underline underline-offset-2">
        {title ?? branch}
      </Link>
    ),
  },
  {
    id: 'state',
    label: 'State',
    text: ({ status }) => status,
    render: ({ status }) => <RunStatusBadge run={{ status, isStopping: false, remediation: null }} />,
  },
  {
    id: 'files',
    label: 'Files',
    align: 'end',
    text: ({ changedFiles }) => (changedFiles === null ? '' : String(changedFiles)),
    sortBy: ({ changedFiles }) => changedFiles,
  },
  {
    id: 'review',
    label: 'Review',
    text: ({ outcome, changedFiles }) => (changedFiles === null ? '' : outcomeWords[outcome]),
  },
  {
    id: 'started',
    label: 'Started',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

interface OwnerActionsProps {
  readonly repository: RepositoryView;
  readonly projects: RepositoryListResponse['projects'];
}

/** Changes the settings of the repository, or removes it. */
function OwnerActions({ repository, projects }: OwnerActionsProps) {
  const [opened, setOpened] = useState<'edit' | 'remove'>();
  const navigate = useNavigate();
  const remove = useRemoveRepository(repository.id);
  const close = () => setOpened(undefined);
  return (
    <>
      <Button icon={<Pencil aria-hidden />} onClick={() => setOpened('edit')}>
        Settings
      </Button>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setOpened('remove')}>
        Remove
      </Button>
      <Dialog isOpen={opened === 'edit'} isWide onClose={close} title="Repository settings">
        <RepositoryForm repository={repository} projects={projects} onSaved={close} />
      </Dialog>
      <Dialog
        isOpen={opened === 'remove'}
        onClose={close}
        title="Remove repository"
        description={
          isUpload(repository)
            ? `“${repository.name}” is removed with its uploaded files, its code maps and diagrams.`
            : `“${repository.name}” is removed with its token and the results of its jobs. The git repository itself stays.`
        }
      >
        {remove.error && <ErrorBanner error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep</Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/repositories' }) })}
          >
            Remove repository
          </Button>
        </div>
      </Dialog>
    </>
  );
}
