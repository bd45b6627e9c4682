import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useUploadRepository } from './repository-queries.ts';

const reasonWords = {
  link: 'symbolic links',
  too_large: 'files over 10 MB',
  unsafe_path: 'files with paths that no checkout accepts',
  git_repository: 'files of .git',
} as const;

/** Replaces the files of an uploaded repository by those of another archive. */
export function UploadArchive({ repositoryId, isOwner }: { readonly repositoryId: string; readonly isOwner: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadRepository(repositoryId);
  const { left = [] } = upload.data ?? {};
  return (
    <section aria-label="Uploaded archive" className="space-y-2">
      <EmptyState>
        The files come from an uploaded archive. Explore them in the code map. An agent cannot change them, as there is
        no remote to push to.
      </EmptyState>
      {isOwner && (
        <>
          <input
            ref={input}
            type="file"
            accept=".zip,.tgz,.gz,.tar"
            aria-label="New archive"
            hidden
            onChange={({ currentTarget }) => {
              const archive = currentTarget.files?.[0];
              if (archive) upload.mutate({ archive });
              // Allows choosing the same file again after it has been fixed.
              currentTarget.value = '';
            }}
          />
          <Button icon={<Upload aria-hidden />} isBusy={upload.isPending} onClick={() => input.current?.click()}>
            Upload new version
          </Button>
        </>
      )}
      {upload.error && <StatedError error={upload.error} />}
      <p role="status" className="text-muted text-xs wrap-anywhere empty:hidden">
        {upload.data && `Stored as commit ${upload.data.commit.slice(0, 10)}; the index has begun. `}
        {left.map(({ reason, count, examples }) => (
          <span key={reason}>
            Left out: {reasonWords[reason]} ({count.toLocaleString('en')}), such as {examples[0]}.{' '}
          </span>
        ))}
      </p>
    </section>
  );
}
