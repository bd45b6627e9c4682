import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePreference } from '../../preference/use-preference.ts';
import { changeOf } from '../../files/file-change.ts';

/** The tabs of a file, in page order. */
export const fileTabs = ['source', 'diff', 'rendered', 'checks'] as const;
export type FileTab = (typeof fileTabs)[number];

/** The current tab, and ways to change it. */
interface FileTabChoice {
  readonly tab: FileTab;
  readonly showTab: (tab: FileTab) => void;
  /** Makes a tab the default of this browser. */
  readonly rememberTab: (tab: FileTab) => void;
}

/** The tab in the address, else the last one of this browser; the text when there is no change to show. */
export function useFileTab(file: FileSummary | undefined): FileTabChoice {
  const { tab } = useSearch({ from: '/workspace/$workspaceId' });
  const navigate = useNavigate();
  const [stored, rememberTab] = usePreference('fileTab');
  function showTab(chosen: FileTab) {
    rememberTab(chosen);
    void navigate({
      from: '/workspace/$workspaceId',
      to: '.',
      search: (search) => ({ ...search, tab: chosen }),
      replace: true,
      resetScroll: false,
      state: true,
    });
  }
  return { tab: shownTab(tab ?? stored, file), showTab, rememberTab };
}

/** Returns the tab for a file from a stored choice. */
export function shownTab(stored: string | null, file: Pick<FileSummary, 'pendingOp'> | undefined): FileTab {
  const tab = fileTabs.find((name) => name === stored) ?? 'diff';
  return tab === 'diff' && (!file || changeOf(file) === null) ? 'source' : tab;
}
