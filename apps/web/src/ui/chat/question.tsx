import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { maxPromptLength } from './prompt-box.tsx';

interface QuestionProps {
  readonly text: string;
  /** Replaces the question; undefined where that is not possible. */
  readonly onEdit: ((text: string) => void) | undefined;
}

/** A person's question, which can be edited and sent again. */
export function Question({ text, onEdit }: QuestionProps) {
  const [isEditing, setEditing] = useState<boolean>();
  if (isEditing && onEdit) {
    return (
      <article aria-label="You">
        <QuestionEditor
          text={text}
          onCancel={() => setEditing(false)}
          onSend={(next) => {
            setEditing(false);
            onEdit(next);
          }}
        />
      </article>
    );
  }
  return (
    <div className="group/question ml-auto flex w-fit max-w-full items-end gap-0.5 pl-6">
      {onEdit && (
        <IconButton
          label="Edit message"
          autoFocus={isEditing === false}
          onClick={() => setEditing(true)}
          className="opacity-0 group-hover/question:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Pencil />
        </IconButton>
      )}
      <article
        aria-label="You"
        className="bg-raised min-w-0 rounded-xl rounded-br-sm px-3.5 py-2 wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </article>
    </div>
  );
}

interface QuestionEditorProps {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

/** The editor of a sent question: Enter sends, Shift+Enter inserts a line break, Escape cancels. */
function QuestionEditor({ text, onSend, onCancel }: QuestionEditorProps) {
  const [draft, setDraft] = useState(text);
  const next = draft.trim();

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (next !== '') onSend(next);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== '') onSend(next);
      }}
      className="border-edge bg-surface focus-within:border-accent space-y-2 rounded-xl border p-2"
    >
      <textarea
        aria-label="Edited message"
        aria-describedby="edit-consequence"
        autoFocus
        value={draft}
        maxLength={maxPromptLength}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.setSelectionRange(draft.length, draft.length)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[40dvh] min-h-16 w-full resize-none bg-transparent px-1.5 py-1 text-base leading-normal outline-none sm:text-sm"
      />
      <p id="edit-consequence" className="text-muted px-1.5 text-2xs">
        Replaces all messages from here on. File changes are kept.
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={next === ''}>
          Send edited message
        </Button>
      </div>
    </form>
  );
}
