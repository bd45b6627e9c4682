import type { FileView } from '@shipmate/protocol/web/workspace';
import { usePreference } from '../../preference/use-preference.ts';
import { changeOf } from '../../files/file-change.ts';

/** The tabs of a file, in page order. */
export const fileTabs = ['source', 'diff', 'rendered', 'checks'] as const;
export type FileTab = (typeof fileTabs)[number];

/** The current tab, remembered by this browser; the text when there is no change to show. */
export function useFileTab(file: FileView | undefined): [tab: FileTab, show: (tab: FileTab) => void] {
  const [stored, store] = usePreference('fileTab');
  return [shownTab(stored, file), store];
}

/** Returns the tab for a file from a stored choice. */
export function shownTab(stored: string | null, file: Pick<FileView, 'pendingOp'> | undefined): FileTab {
  const tab = fileTabs.find((name) => name === stored) ?? 'diff';
  return tab === 'diff' && (!file || changeOf(file) === null) ? 'source' : tab;
}
