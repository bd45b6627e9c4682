import type { AppError } from '@shipmate/core';
import type { FileSummary, FileView, WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useChangeDecision, type ChangeDecision, type Verdict } from '../../api/changes.ts';
import { workspaceKey } from '../../api/workspace.ts';
import type { ChangeNavigator, EditorPlace } from '../../editor/file-editor.tsx';
import { useShortcuts } from '../../keyboard/use-shortcuts.ts';
import { pathOf } from '../../files/file-change.ts';
import { findByPath, neighbourChange } from '../review-order.ts';
import type { ChooseFile } from '../use-chosen-file.ts';
import { useFileTab, type FileTab } from './file-tab.ts';

interface ReviewOptions {
  readonly workspace: WorkspaceOutline;
  /** In tree order. */
  readonly files: readonly FileSummary[];
  /** The file on screen. */
  readonly file: FileSummary | undefined;
  /** The hunks of that file; empty until they are loaded. */
  readonly hunks: FileView['hunks'];
  readonly onChoose: ChooseFile;
}

/** The shared state of the files section: the person's position, and the decision in progress. */
export interface Review {
  readonly tab: FileTab;
  readonly showTab: (tab: FileTab) => void;
  /** The target position in the file on screen, once the file is shown. */
  readonly place: EditorPlace | undefined;
  readonly onArrive: () => void;
  readonly navigator: RefObject<ChangeNavigator | null>;
  /** Moves to the next or previous change, and on to the next file after the last change of this one. */
  readonly move: (step: 1 | -1) => void;
  /** Opens the text of a file at a line. */
  readonly openPlace: (path: string, line?: number) => void;
  readonly decideAll: (verdict: Verdict) => void;
  readonly decideFile: (verdict: Verdict) => void;
  readonly decideHunk: (hunkId: string, verdict: Verdict) => void;
  /** The decision in progress, if any. */
  readonly deciding: { readonly scope: 'all' | 'file' | 'hunk'; readonly verdict: Verdict } | undefined;
  /** A new object after each completed decision. */
  readonly decided: object | undefined;
  readonly error: AppError | null;
  readonly dismissError: () => void;
  readonly reload: () => void;
}

/** Manages the review of a workspace's files, with its shortcuts. */
export function useReview({ workspace, files, file, hunks, onChoose }: ReviewOptions): Review {
  const { id, currentRevisionNumber: revisionNumber } = workspace.workspace;
  const client = useQueryClient();
  const decision = useChangeDecision(id);
  const navigator = useRef<ChangeNavigator>(null);
  const { tab, showTab, rememberTab } = useFileTab(file);
  const [target, setTarget] = useState<{ readonly fileId: string; readonly place: EditorPlace }>();

  const underWay = decision.isPending ? decision.variables : undefined;

  function decideAll(verdict: Verdict) {
    if (!underWay) decision.mutate({ verdict, revisionNumber });
  }
  function decideFile(verdict: Verdict) {
    if (!file || underWay) return;
    const next = neighbourChange(files, file.id, 1);
    decision.mutate(
      { verdict, revisionNumber, paths: [file.path] },
      { onSuccess: () => next && onChoose(pathOf(next), { isReplacing: true }) },
    );
  }
  function decideHunk(hunkId: string, verdict: Verdict) {
    if (!file || underWay) return;
    const partners = hunks.find(({ id }) => id === hunkId)?.partners ?? [];
    const isLast = hunks.length === 1 + partners.length;
    const next = isLast ? neighbourChange(files, file.id, 1) : undefined;
    const decided = { verdict, revisionNumber, hunk: { path: file.path, id: hunkId } };
    decision.mutate(decided, { onSuccess: () => next && onChoose(pathOf(next), { isReplacing: true }) });
  }
  function decideCurrentHunk(verdict: Verdict) {
    const hunkId = navigator.current?.currentHunk();
    if (hunkId !== undefined) decideHunk(hunkId, verdict);
  }
  function move(step: 1 | -1) {
    if (tab === 'diff' && navigator.current?.move(step)) return;
    const isHere = tab !== 'diff' && file?.pendingOp != null;
    const next = isHere ? file : neighbourChange(files, file?.id, step);
    if (next) goTo(next, 'diff', { at: step === 1 ? 'first-change' : 'last-change' });
  }
  function openPlace(path: string, line?: number) {
    const found = findByPath(files, path);
    if (found) goTo(found, 'source', line === undefined ? undefined : { at: line });
  }
  function goTo(wanted: FileSummary, wantedTab: FileTab, place?: EditorPlace) {
    rememberTab(wantedTab);
    onChoose(pathOf(wanted), { tab: wantedTab });
    setTarget(place && { fileId: wanted.id, place });
  }

  useShortcuts({
    nextChange: () => move(1),
    previousChange: () => move(-1),
    ...(file?.pendingOp != null && { acceptFile: () => decideFile('accept'), rejectFile: () => decideFile('reject') }),
    ...(tab === 'diff' && {
      acceptChange: () => decideCurrentHunk('accept'),
      rejectChange: () => decideCurrentHunk('reject'),
    }),
  });

  return {
    tab,
    showTab,
    place: target?.fileId === file?.id ? target?.place : undefined,
    onArrive: () => setTarget(undefined),
    navigator,
    move,
    openPlace,
    decideAll,
    decideFile,
    decideHunk,
    deciding: underWay && { scope: scopeOf(underWay), verdict: underWay.verdict },
    decided: decision.data,
    error: decision.error,
    dismissError: () => decision.reset(),
    reload: () => {
      decision.reset();
      void client.invalidateQueries({ queryKey: workspaceKey(id) });
    },
  };
}

function scopeOf({ paths, hunk }: ChangeDecision): 'all' | 'file' | 'hunk' {
  if (hunk) return 'hunk';
  return paths === undefined ? 'all' : 'file';
}
