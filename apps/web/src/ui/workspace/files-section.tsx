import type { FileSummary, FileView, WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useFile } from '../api/file-contents.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Waiting } from '../components/waiting.tsx';
import { buildFileTree, filesInOrder } from '../files/build-file-tree.ts';
import {
  type DraftKey,
  findLatestDraft,
  newDraftKey,
  removeDraft,
  type StoredDraft,
  takeOverDraft,
} from '../files/drafts.ts';
import { beginEdit, type EditSession, textOf } from '../files/edit-session.ts';
import { pathOf } from '../files/file-change.ts';
import { FilesSidebar } from '../files/files-sidebar.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { FilePane } from './file-pane.tsx';
import { ReviewBar } from './review/review-bar.tsx';
import { useReview } from './review/use-review.ts';
import { defaultFile } from './review-order.ts';
import type { ChooseFile } from './use-chosen-file.ts';

const EditPane = lazy(async () => ({ default: (await import('../files/edit-pane.tsx')).EditPane }));

interface FilesSectionProps {
  readonly workspace: WorkspaceOutline;
  /** False while another pane covers the files. */
  readonly isShown: boolean;
  readonly chosenId: string | undefined;
  readonly onChoose: ChooseFile;
  /** Puts a message into the chat box. */
  readonly onAskAgent: (prompt: string) => void;
}

/** The files of the workspace: review of pending changes, and manual edits. */
export function FilesSection({ workspace, isShown, chosenId, onChoose, onAskAgent }: FilesSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tree = useMemo(() => buildFileTree(workspace.files), [workspace.files]);
  const files = useMemo(() => filesInOrder(tree), [tree]);
  const file = files.find((candidate) => candidate.id === chosenId) ?? defaultFile(files);
  const content = useFile(workspace.workspace.id, file);
  const review = useReview({ workspace, files, file, hunks: content.data?.hunks ?? [], onChoose });

  const { editing, edited, edit, endEdit } = useEditing({ files, file, onChoose });

  // A decision button disappears with its change, and a button in the chat may be hidden by the file that it opens.
  useEffect(() => {
    if ((review.decided || chosenId !== undefined) && isFocusLost()) heading.current?.focus();
  }, [review.decided, chosenId, isShown, editing]);

  return (
    <>
      <ReviewBar files={files} review={review} />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <FilesSidebar
          workspaceId={workspace.workspace.id}
          revisionNumber={workspace.workspace.currentRevisionNumber}
          tree={tree}
          isShown={isShown}
          isEditing={editing !== undefined}
          selectedId={editing ? edited?.id : file?.id}
          onSelect={(fileId) => {
            const selected = files.find(({ id }) => id === fileId);
            if (selected && (!editing || fileId !== edited?.id)) onChoose(pathOf(selected));
          }}
          onCreated={(created) => edit(startNewFile(created))}
        />
        {editing && (
          <Editor
            key={editing.draftKey.draftId}
            workspaceId={workspace.workspace.id}
            edited={edited}
            editing={editing}
            onEnd={endEdit}
          />
        )}
        {!editing && file && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {content.data && (
              <DraftNotice key={file.id} file={content.data} onResume={(draft) => edit(resumeEditing(draft))} />
            )}
            <FilePane
              workspace={workspace}
              file={file}
              content={content}
              review={review}
              headingRef={heading}
              onAskAgent={onAskAgent}
              action={
                <EditButton
                  file={file}
                  onEdit={
                    content.data && (() => edit(startEditing(content.data, review.navigator.current?.currentLine())))
                  }
                />
              }
            />
          </div>
        )}
        {!editing && !file && (
          <p className="text-muted flex-1 p-6 text-center text-xs">
            This workspace has no files yet. Ask for some in the chat, or create one.
          </p>
        )}
      </div>
    </>
  );
}

interface EditorProps {
  readonly workspaceId: string;
  /** The current file; `undefined` once it is gone. */
  readonly edited: FileSummary | undefined;
  readonly editing: Editing;
  readonly onEnd: () => void;
}

/** The editor, once its code and the file's current content are loaded. */
function Editor({ workspaceId, edited, editing, onEnd }: EditorProps) {
  const content = useFile(workspaceId, edited);
  const opening = <Waiting className="appear-late">Opening the editor…</Waiting>;
  if (edited && !content.data) return opening;
  return (
    <Suspense fallback={opening}>
      <EditPane workspaceId={workspaceId} file={edited && content.data} {...editing} onEnd={onEnd} />
    </Suspense>
  );
}

interface EditButtonProps {
  readonly file: FileSummary;
  /** Absent until the content is loaded. */
  readonly onEdit: (() => void) | undefined;
}

/** Opens a file in the editor; disabled for a file pending deletion. */
function EditButton({ file, onEdit }: EditButtonProps) {
  const isLeaving = file.pendingOp === 'delete';
  usePaletteActions(
    isLeaving || !onEdit ? [] : [{ id: 'files.edit', group: 'Files', label: `Edit ${pathOf(file)}`, run: onEdit }],
  );
  if (isLeaving) return null;
  return (
    <Button icon={<Pencil />} disabled={!onEdit} onClick={onEdit}>
      Edit
    </Button>
  );
}

interface DraftNoticeProps {
  readonly file: FileView;
  readonly onResume: (draft: StoredDraft) => void;
}

/** Offers unsaved edits of a file; needs a new `key` for another file. */
function DraftNotice({ file, onResume }: DraftNoticeProps) {
  const [draft, setDraft] = useState(() => findLatestDraft(localStorage, file.id));
  if (!draft || draft.text === textOf(file)) return null;

  function discard(discarded: StoredDraft) {
    removeDraft(localStorage, discarded);
    setDraft(findLatestDraft(localStorage, file.id));
  }
  return (
    <Banner
      tone="info"
      className="m-2"
      actions={
        <>
          <Button onClick={() => onResume(draft)}>Resume</Button>
          <Button variant="quiet" onClick={() => discard(draft)}>
            Discard
          </Button>
        </>
      }
    >
      You have unsaved edits of this file, typed <RelativeTime at={new Date(draft.typedAt).toISOString()} /> here or in
      another tab.
    </Banner>
  );
}

interface UseEditingOptions {
  readonly files: readonly FileSummary[];
  /** The file on screen. */
  readonly file: FileSummary | undefined;
  readonly onChoose: ChooseFile;
}

/** The most recent edit, and whether it is on screen; returning to its file resumes it. */
function useEditing({ files, file, onChoose }: UseEditingOptions) {
  const [editing, setEditing] = useState<Editing>();
  const edited = editing && files.find(({ id }) => id === editing.draftKey.fileId);
  // A deleted file cannot be chosen again, and its edits can still be saved.
  const isShown = edited === undefined || edited === file;
  return {
    /** The edit on screen. */
    editing: isShown ? editing : undefined,
    /** Its current file; `undefined` once it is gone. */
    edited,
    /** Begins an edit; also chooses the file, so that no other file replaces it automatically. */
    edit: (next: Editing) => {
      onChoose(next.start.path, { isReplacing: true });
      setEditing(next);
    },
    endEdit: () => setEditing(undefined),
  };
}

/** An edit in progress: its file, base content and draft key. */
interface Editing {
  readonly draftKey: DraftKey;
  readonly start: EditSession;
  /** Initial line of the cursor. */
  readonly line?: number | undefined;
}

/** Begins an edit of a file at the line on screen. */
function startEditing(file: FileView, line?: number): Editing {
  return { draftKey: newDraftKey(file.id), start: beginEdit(file), line };
}

/** Begins an edit of a file that was just created, which is empty. */
function startNewFile(file: FileSummary): Editing {
  return { draftKey: newDraftKey(file.id), start: { path: pathOf(file), base: '', text: '' } };
}

/** Resumes edits from a stored draft. */
function resumeEditing(draft: StoredDraft): Editing {
  return { draftKey: takeOverDraft(localStorage, draft), start: draft };
}
