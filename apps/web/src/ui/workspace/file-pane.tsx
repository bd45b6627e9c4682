import type { AppError } from '@shipmate/core';
import type { ChartIssue } from '@shipmate/protocol/web/checks';
import type { FileSummary, FileView, WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import type { UseQueryResult } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { type ReactNode, type Ref, useCallback, useMemo, useState } from 'react';
import type { CheckReport } from '../api/checks.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import type { DiffLayout } from '../editor/create-review-editor.ts';
import type { LineNote } from '../editor/line-notes.ts';
import type { UnseenChanges } from '../editor/unseen-changes.ts';
import { acceptedVersions } from '../files/accepted-versions.ts';
import { pathOf, sidesOf } from '../files/file-change.ts';
import { ChecksTab } from './checks/checks-tab.tsx';
import { countBySeverity } from './checks/severity.ts';
import { useSettledChecks } from './checks/use-settled-checks.ts';
import { FileHeader } from './file-header.tsx';
import { ChangeControls } from './review/change-controls.tsx';
import type { FileTab } from './review/file-tab.ts';
import { FileTabList } from './review/file-tab-list.tsx';
import { LazyDiffEditor, LazyFileEditor } from './review/lazy-file-editor.tsx';
import { RenderedTab } from './review/rendered-tab.tsx';
import { useDiffLayout } from './review/use-diff-layout.ts';
import type { Review } from './review/use-review.ts';

interface FilePaneProps {
  readonly workspace: WorkspaceOutline;
  readonly file: FileSummary;
  /** The file with its content, once it is loaded. */
  readonly content: UseQueryResult<FileView, AppError>;
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
export function FilePane({ workspace, file, content, review, headingRef, action, onAskAgent }: FilePaneProps) {
  const [layout, toggleLayout] = useDiffLayout();
  // Checks take the server seconds, which the content of the file should not share.
  const checks = useSettledChecks(workspace, { isWanted: !content.isPending });
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
        <LoadedFile content={content}>{(view) => <SourceTab file={view} review={review} notes={notes} />}</LoadedFile>
      </FileTabPanel>
      <FileTabPanel tab="diff">
        <LoadedFile content={content}>
          {(view) => <DiffTab file={view} review={review} layout={layout} notes={notes} onUnseen={tellUnseen} />}
        </LoadedFile>
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

/** The content of a file's tab; mounted when the tab is chosen. */
function FileTabPanel({ tab, children }: { tab: FileTab; children: ReactNode }) {
  return (
    <Tabs.Content value={tab} className="flex min-h-0 flex-1 flex-col -outline-offset-2 data-[state=inactive]:hidden">
      {children}
    </Tabs.Content>
  );
}

interface LoadedFileProps {
  readonly content: FilePaneProps['content'];
  readonly children: (file: FileView) => ReactNode;
}

/** A view of a file that needs its content. */
function LoadedFile({ content: { data, error, refetch }, children }: LoadedFileProps) {
  if (data) return children(data);
  if (error) return <ErrorBanner className="m-2" error={error} onRetry={() => void refetch()} />;
  return <Waiting className="appear-late">Opening the file…</Waiting>;
}

interface SourceTabProps {
  readonly file: FileView;
  readonly review: Review;
  readonly notes: readonly LineNote[];
}

/** The text of a file after acceptance of its pending change. */
function SourceTab({ file, review, notes }: SourceTabProps) {
  if (file.pendingOp === 'delete') {
    return (
      <p className="text-muted p-6 text-center text-xs">
        The pending change deletes this file. Its text is under Diff.
      </p>
    );
  }
  return (
    <LazyFileEditor
      ref={review.navigator}
      path={pathOf(file)}
      content={file.pendingOp === null ? file.content : sidesOf(file).after}
      layout="unified"
      notes={notes}
      place={review.place}
      onArrive={review.onArrive}
    />
  );
}

interface DiffTabProps {
  readonly file: FileView;
  readonly review: Review;
  readonly layout: DiffLayout;
  readonly notes: readonly LineNote[];
  readonly onUnseen: (unseen: UnseenChanges) => void;
}

/** The pending change of a file, with a decision for each part. */
function DiffTab({ file, review, layout, notes, onUnseen }: DiffTabProps) {
  const { before, after } = sidesOf(file);
  return (
    <LazyDiffEditor
      ref={review.navigator}
      path={pathOf(file)}
      before={before}
      content={after}
      layout={layout}
      hunks={file.hunks}
      notes={notes}
      onDecideHunk={review.decideHunk}
      place={review.place}
      onArrive={review.onArrive}
      onUnseen={onUnseen}
    />
  );
}

/** The number of changes of the file off screen, and its setter. */
function useUnseenChanges(): [unseen: UnseenChanges, update: (unseen: UnseenChanges) => void] {
  const [unseen, setUnseen] = useState<UnseenChanges>({ above: 0, below: 0 });
  const update = useCallback((next: UnseenChanges) => {
    setUnseen((known) => (known.above === next.above && known.below === next.below ? known : next));
  }, []);
  return [unseen, update];
}

/** Returns the findings in a file by line; empty when the file has changed since. */
function useLineNotes(checks: CheckReport | undefined, file: FileSummary): readonly LineNote[] {
  return useMemo(() => {
    const path = pathOf(file);
    if (!checks || checks.versions[path] !== acceptedVersions([file]).get(path)) return [];
    return checks.issues.flatMap(({ file: where, line, severity, message, suggestion }) =>
      where === path && line !== undefined ? [{ line, tone: severity, text: message, advice: suggestion }] : [],
    );
  }, [checks, file]);
}

const maxIssues = 20;

/** Returns the message that asks the agent to fix issues. */
export function toFixPrompt(issues: readonly ChartIssue[]): string {
  const left = issues.length - maxIssues;
  return [
    issues.length === 1 ? 'Fix this finding of the checks:' : 'Fix these findings of the checks:',
    ...issues.slice(0, maxIssues).map((issue) => `- ${describeIssue(issue)}`),
    ...(left > 0 ? [`- and ${left} more: validate the chart to see them`] : []),
  ].join('\n');
}

function describeIssue({ severity, file, line, resource, message, suggestion }: ChartIssue): string {
  const place = file === undefined ? resource : line === undefined ? file : `${file}:${line}`;
  const advice = suggestion === undefined ? '' : ` (${suggestion})`;
  return `${severity}${place === undefined ? '' : ` in ${place}`}: ${message}${advice}`;
}
