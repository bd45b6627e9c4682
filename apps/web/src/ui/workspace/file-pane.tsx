import type { FileView, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { Tabs } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { ChecksTab } from './checks/checks-tab.tsx';
import { toFixPrompt } from './checks/fix-prompt.ts';
import { countBySeverity } from './checks/severity.ts';
import { useLineNotes } from './checks/use-line-notes.ts';
import { useSettledChecks } from './checks/use-settled-checks.ts';
import { ChangeControls } from './review/change-controls.tsx';
import { DiffTab } from './review/diff-tab.tsx';
import { FileTabList } from './review/file-tab-list.tsx';
import { FileTabPanel } from './review/file-tab-panel.tsx';
import { RenderedTab } from './review/rendered-tab.tsx';
import { SourceTab } from './review/source-tab.tsx';
import { useDiffLayout } from './review/use-diff-layout.ts';
import type { Review } from './review/use-review.ts';
import { useUnseenChanges } from './review/use-unseen-changes.ts';
import { FileHeader } from './file-header.tsx';

export interface FilePaneProps {
  readonly workspace: WorkspaceResponse;
  readonly file: FileView;
  readonly review: Review;
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Shown beside the file name, such as the edit button. */
  readonly action?: ReactNode;
  /** Puts a message into the chat box. */
  readonly onAskAgent: (prompt: string) => void;
}

/**
 * A file in several views: its text, its pending change, the rendered manifests of its chart, and the check results.
 */
export function FilePane({ workspace, file, review, headingRef, action, onAskAgent }: FilePaneProps) {
  const [layout, toggleLayout] = useDiffLayout();
  const checks = useSettledChecks(workspace);
  const notes = useLineNotes(checks, file);
  const [unseen, tellUnseen] = useUnseenChanges();
  const { tab, deciding } = review;
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => review.showTab(next as typeof tab)}
      // Content of a tab may take helm several seconds, so arrow keys only move between tabs.
      activationMode="manual"
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <FileHeader
        headingRef={headingRef}
        file={file}
        deciding={deciding?.scope === 'file' ? deciding.verdict : null}
        onDecide={review.decideFile}
        action={action}
      />
      <div className="border-line bg-surface flex min-h-10 shrink-0 items-center justify-between gap-2 border-b px-2">
        <FileTabList file={file} errorCount={countBySeverity(checks?.issues ?? []).error} onShow={review.showTab} />
        {tab === 'diff' && (
          <ChangeControls unseen={unseen} layout={layout} onToggleLayout={toggleLayout} onMove={review.move} />
        )}
      </div>
      <FileTabPanel tab="source">
        <SourceTab file={file} review={review} notes={notes} />
      </FileTabPanel>
      <FileTabPanel tab="diff">
        <DiffTab file={file} review={review} layout={layout} notes={notes} onUnseen={tellUnseen} />
      </FileTabPanel>
      <FileTabPanel tab="rendered">
        <RenderedTab workspace={workspace} file={file} layout={layout} onOpenPlace={review.openPlace} />
      </FileTabPanel>
      <FileTabPanel tab="checks">
        <ChecksTab
          workspace={workspace}
          onOpenPlace={review.openPlace}
          onAskAgent={(issues) => onAskAgent(toFixPrompt(issues))}
        />
      </FileTabPanel>
    </Tabs.Root>
  );
}
