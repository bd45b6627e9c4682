import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { Tabs } from 'radix-ui';
import { usePaletteActions } from '../../palette/palette-registry.tsx';
import { changeOf } from '../../files/file-change.ts';
import { fileTabs, type FileTab } from './file-tab.ts';

const labels: Record<FileTab, string> = { source: 'Source', diff: 'Diff', rendered: 'Rendered', checks: 'Checks' };
const paletteWords: Record<FileTab, readonly string[]> = {
  source: ['text'],
  diff: ['changes'],
  rendered: ['manifests', 'helm template'],
  checks: ['validate', 'lint', 'problems'],
};

interface FileTabListProps {
  readonly file: FileSummary;
  /** Number of errors that the checks found in all files. */
  readonly errorCount: number;
  readonly onShow: (tab: FileTab) => void;
}

/** The tabs of a file; a file without a pending change has no diff. */
export function FileTabList({ file, errorCount, onShow }: FileTabListProps) {
  const shown = fileTabs.filter((tab) => tab !== 'diff' || changeOf(file) !== null);
  usePaletteActions(
    shown.map((tab) => ({
      id: `tab.${tab}`,
      group: 'View',
      label: `Show ${labels[tab].toLowerCase()}`,
      keywords: [...paletteWords[tab]],
      run: () => onShow(tab),
    })),
  );
  const errors = errorCount === 1 ? '1 error' : `${errorCount} errors`;
  return (
    <Tabs.List aria-label="File views" className="flex self-stretch">
      {fileTabs.map((tab) => (
        <Tabs.Trigger
          key={tab}
          value={tab}
          aria-description={tab === 'checks' && errorCount > 0 ? errors : undefined}
          disabled={!shown.includes(tab)}
          className="text-muted enabled:hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink flex items-center border-b-2 border-transparent px-2 text-xs font-medium -outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50 sm:px-2.5"
        >
          {labels[tab]}
          {tab === 'checks' && errorCount > 0 && (
            <span
              aria-hidden
              title={errors}
              className="bg-removed-soft text-removed ml-1.5 rounded-full px-1.5 text-2xs tabular-nums"
            >
              {errorCount}
            </span>
          )}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
