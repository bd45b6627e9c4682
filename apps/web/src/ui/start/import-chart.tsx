import type { AppError } from '@shipmate/core';
import { useNavigate } from '@tanstack/react-router';
import { FileArchive } from 'lucide-react';
import { type ChangeEvent, useCallback, useEffect, useRef, useState, lazy, Suspense } from 'react';
import { isAboutArchive, useImportArchive } from '../api/archives.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { workspaceAddress } from '../router/addresses.ts';

const ImportLeftDialog = lazy(async () => ({
  default: (await import('../workspace/import-left-dialog.tsx')).ImportLeftDialog,
}));

/** Creates a workspace from a chosen or dropped archive; opens it at once when no file was left out. */
export function ImportChart() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const importing = useImportArchive();
  const { mutate, isPending, variables } = importing;

  const importFile = useCallback(
    (file: File) =>
      mutate(file, {
        onSuccess: ({ workspaceId, left }) => left.length === 0 && void navigate(workspaceAddress(workspaceId)),
      }),
    [mutate],
  );
  const isOver = useFileDrop(importFile);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file) importFile(file);
    // Allows choosing the same file again after it has been fixed.
    currentTarget.value = '';
  }

  return (
    <div className="space-y-2">
      <input ref={input} type="file" accept=".tgz,.gz,.tar,.zip" aria-label="Archive" hidden onChange={choose} />
      <button
        type="button"
        aria-busy={isPending}
        {...(isPending ? { 'aria-disabled': true } : { onClick: () => input.current?.click() })}
        className={classNames(
          'bg-surface hover:border-edge flex w-full items-center gap-3 rounded-lg border px-4 py-3 text-left transition-colors',
          isOver ? 'border-accent border-dashed' : 'border-line',
        )}
      >
        <FileArchive aria-hidden className="text-accent size-5 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{isOver ? 'Drop it to import it' : 'Import a chart'}</span>
          <span role="status" className="text-muted block truncate text-xs">
            {isPending ? `Importing ${variables.name}…` : 'Choose a .tgz, .tar or .zip, or drop it on this page.'}
          </span>
        </span>
        {isPending && <Spinner />}
      </button>
      {importing.error && <ImportError error={importing.error} onDismiss={() => importing.reset()} />}
      {importing.data && importing.data.left.length > 0 && (
        <Suspense>
          <ImportLeftDialog imported={importing.data} onClose={() => importing.reset()} />
        </Suspense>
      )}
    </div>
  );
}

interface ImportErrorProps {
  readonly error: AppError;
  readonly onDismiss: () => void;
}

/** Why an archive was not imported; for a defect of the archive, the server's message is complete. */
function ImportError({ error, onDismiss }: ImportErrorProps) {
  if (!isAboutArchive(error)) return <ErrorBanner error={error} onDismiss={onDismiss} />;
  return (
    <Banner
      tone="error"
      actions={
        <Button variant="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <span className="font-medium">{error.message}</span> Nothing was imported.
    </Banner>
  );
}

/** Handles a file that is dropped anywhere on the page; returns true while one is dragged over it. */
function useFileDrop(onDrop: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    function onDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false);
    }
    function onDropped(event: DragEvent) {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      onDrop(file);
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDropped);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDropped);
    };
  }, [onDrop]);

  return isOver;
}
