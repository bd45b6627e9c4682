import type { FileView } from '@shipmate/protocol';
import { usePreference } from '../../preference/use-preference.ts';
import { changeOf } from '../file-change.ts';

/** The ways to look at a file, in their order on the page. */
export const fileTabs = ['source', 'diff', 'rendered', 'checks'] as const;
export type FileTab = (typeof fileTabs)[number];

/** The tab that is shown, which this browser remembers; where there is no change to show, the text is shown instead. */
export function useFileTab(file: FileView | undefined): [tab: FileTab, show: (tab: FileTab) => void] {
  const [stored, store] = usePreference('fileTab');
  return [shownTab(stored, file), store];
}

/** Which tab a stored choice means for a file. */
export function shownTab(stored: string | null, file: Pick<FileView, 'pendingOp'> | undefined): FileTab {
  const tab = fileTabs.find((name) => name === stored) ?? 'diff';
  return tab === 'diff' && (!file || changeOf(file) === null) ? 'source' : tab;
}
