import { FileArchive } from 'lucide-react';
import { type ChangeEvent, useCallback, useRef } from 'react';
import { useImportArchive } from '../api/archives.ts';
import { classNames } from '../components/class-names.ts';
import { Spinner } from '../components/spinner.tsx';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';
import { ImportError } from './import-error.tsx';
import { ImportLeftDialog } from './import-left-dialog.tsx';
import { useFileDrop } from './use-file-drop.ts';

/** Creates a workspace from a chosen or dropped archive; opens it at once when no file was left out. */
export function ImportChart() {
  const input = useRef<HTMLInputElement>(null);
  const importing = useImportArchive();
  const { mutate, isPending, variables } = importing;

  const importFile = useCallback(
    (file: File) =>
      mutate(file, {
        onSuccess: ({ workspaceId, left }) => left.length === 0 && navigate(toWorkspacePath(workspaceId)),
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
        <ImportLeftDialog imported={importing.data} onClose={() => importing.reset()} />
      )}
    </div>
  );
}
