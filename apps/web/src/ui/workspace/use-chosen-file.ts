import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { FileTab } from './review/file-tab.ts';
import { findByPath } from './review-order.ts';

/** Options of a file's opening. */
interface ChooseFileOptions {
  readonly tab?: FileTab;
  /** True when the back button skips the file on screen. */
  readonly isReplacing?: boolean;
}

export type ChooseFile = (path: string, options?: ChooseFileOptions) => void;

/** The file in the address of the workspace; a rename does not close it. */
export function useChosenFile(files: readonly FileSummary[]): { chosenId: string | undefined; choose: ChooseFile } {
  const { file: path } = useSearch({ from: '/workspace/$workspaceId' });
  const navigate = useNavigate();
  const [known, setKnown] = useState<{ readonly path: string; readonly id: string }>();
  const found = path === undefined ? undefined : findByPath(files, path)?.id;
  if (path !== undefined && found !== undefined && (known?.path !== path || known.id !== found)) {
    setKnown({ path, id: found });
  }
  const choose = useCallback<ChooseFile>(
    (file, { tab, isReplacing = false } = {}) =>
      void navigate({
        from: '/workspace/$workspaceId',
        to: '.',
        search: (search) => ({ ...search, file, ...(tab && { tab }) }),
        replace: isReplacing,
        resetScroll: false,
        state: true,
      }),
    [navigate],
  );
  return { chosenId: found ?? (known?.path === path ? known?.id : undefined), choose };
}
