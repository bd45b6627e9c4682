import type { FileView } from '@shipmate/protocol/web/workspace';
import { useEffect, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { type LeaveAnswer, useLeaveGuard } from '../router/leave-guard.ts';
import { type EditSession, isDirty, type Meanwhile, textOf } from './edit-session.ts';
import { MergePane } from './merge-pane.tsx';
import { isSaveKey, saveShortcut } from './save-shortcut.ts';
import { TextEditor } from './text-editor.tsx';
import { type UseEditOptions, useEdit } from './use-edit.ts';

export interface EditPaneProps extends UseEditOptions {
  /** Initial line of the cursor. */
  readonly line?: number | undefined;
}

/**
 * A file in an editor. Saving creates a pending change; if the file has changed meanwhile, both texts are merged first.
 */
export function EditPane({ line, ...options }: EditPaneProps) {
  const { file } = options;
  const edit = useEdit(options);
  const { session, meanwhile } = edit;
  const [isComparing, setComparing] = useState(false);
  const [editorKey, setEditorKey] = useState(0);
  const [question, setQuestion] = useState<EditQuestion>();

  const theirs: FileView | undefined = isComparing && meanwhile === 'changed' ? file : undefined;
  const isChanged = isDirty(session);
  const canSave = (isChanged || meanwhile === 'gone') && !edit.isSaving && !theirs;

  function save() {
    if (!canSave) return;
    setComparing(true);
    if (meanwhile !== 'changed') edit.save(session.text);
  }
  // The editor of a deleted file cannot be reopened.
  useLeaveGuard({
    isActive: isChanged || meanwhile === 'gone',
    ask: (answer) => setQuestion({ kind: meanwhile === 'gone' ? 'discard' : 'leave', answer }),
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      save();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return (
    <section aria-label={`Editing ${session.path}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="border-line bg-surface flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1.5">
        <h2 className="min-w-0 flex-1 basis-40 truncate font-mono text-xs" title={session.path}>
          {session.path}
          <span className="text-muted ml-2 font-sans text-2xs">{isChanged ? 'not saved' : 'editing'}</span>
        </h2>
        {theirs && <Button onClick={() => setComparing(false)}>Back to editing</Button>}
        <Button onClick={() => (isChanged ? setQuestion({ kind: 'discard' }) : edit.giveUp())}>Cancel</Button>
        {!theirs && (
          <Button
            variant="primary"
            disabled={!canSave && !edit.isSaving}
            isBusy={edit.isSaving}
            shortcut={saveShortcut}
            onClick={save}
          >
            Save
          </Button>
        )}
      </div>
      <EditNotice {...edit} isComparing={theirs !== undefined} onCompare={() => setComparing(true)} />
      {edit.error && <ErrorBanner className="m-2" error={edit.error} />}
      <div className="min-h-0 flex-1">
        {theirs ? (
          <MergePane
            key={theirs.version}
            base={session.base}
            theirs={textOf(theirs)}
            yours={session.text}
            isSaving={edit.isSaving}
            onSave={(merged) => {
              edit.rebase(merged);
              setEditorKey(editorKey + 1);
              edit.save(merged);
            }}
            onEdit={(merged) => {
              edit.rebase(merged);
              setEditorKey(editorKey + 1);
              setComparing(false);
            }}
          />
        ) : (
          <TextEditor key={editorKey} path={session.path} text={session.text} line={line} onChange={edit.type} />
        )}
      </div>
      {!theirs && (
        <p className="border-line text-muted border-t px-3 py-1 text-2xs">
          Tab indents. To leave the editor by keyboard, press Escape, then Tab.
        </p>
      )}
      <EditDialogs question={question} onClose={() => setQuestion(undefined)} onDiscard={edit.giveUp} />
    </section>
  );
}

interface EditNoticeProps {
  readonly session: EditSession;
  readonly meanwhile: Meanwhile;
  readonly isKept: boolean;
  readonly wasRefused: boolean;
  readonly isComparing: boolean;
  readonly onCompare: () => void;
}

/** Notices for a person who edits a file: changes by others, and whether the draft is stored. */
function EditNotice({ session, meanwhile, isKept, wasRefused, isComparing, onCompare }: EditNoticeProps) {
  const message = describeNotice({ meanwhile, wasRefused, isComparing, path: session.path });
  return (
    <div role="status">
      {message !== undefined && (
        <Banner
          tone="caution"
          className="m-2"
          actions={meanwhile === 'changed' && !isComparing && <Button onClick={onCompare}>Compare</Button>}
        >
          {message}
        </Banner>
      )}
      {!isKept && (
        <Banner tone="caution" className="m-2">
          The browser's storage is full, so your edits are not kept. Save before you close this page.
        </Banner>
      )}
    </div>
  );
}

function describeNotice({
  meanwhile,
  wasRefused,
  isComparing,
  path,
}: Pick<EditNoticeProps, 'meanwhile' | 'wasRefused' | 'isComparing'> & { path: string }): string | undefined {
  switch (meanwhile) {
    case 'changed':
      return isComparing
        ? 'Another user changed this file while you edited it. Choose what to keep before you save.'
        : 'Another user changed this file while you edited it. Compare before you save.';
    case 'deleted':
      return 'The deletion of this file is now pending. Saving your text keeps it.';
    case 'gone':
      return `This file was deleted. Saving creates it again, as ${path}.`;
    case 'same':
      return wasRefused
        ? 'The pending change of this file was reviewed meanwhile. Your base text is unchanged: save again.'
        : undefined;
  }
}

/** A question to a person with unsaved edits, and the navigation that waits for the answer. */
interface EditQuestion {
  readonly kind: 'discard' | 'leave';
  readonly answer?: LeaveAnswer;
}

interface EditDialogsProps {
  readonly question: EditQuestion | undefined;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

/** Confirms before unsaved edits are discarded or left. */
function EditDialogs({ question, onClose, onDiscard }: EditDialogsProps) {
  const isLeaving = question?.kind === 'leave';
  function proceed() {
    onClose();
    if (!isLeaving) onDiscard();
    question?.answer?.leave();
  }
  function stay() {
    onClose();
    question?.answer?.stay();
  }
  return (
    <Dialog
      isOpen={question !== undefined}
      onClose={stay}
      title={isLeaving ? 'Leave with unsaved edits?' : 'Discard your edits?'}
      description={
        isLeaving
          ? 'This browser keeps them, and offers them again when you open the file.'
          : 'Your edits are discarded. This cannot be undone.'
      }
    >
      <div className="flex justify-end gap-2">
        <Button onClick={stay}>Keep editing</Button>
        <Button variant={isLeaving ? 'primary' : 'danger'} onClick={proceed}>
          {isLeaving ? 'Leave' : 'Discard edits'}
        </Button>
      </div>
    </Dialog>
  );
}
