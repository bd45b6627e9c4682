import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../components/button.tsx';

const maxTitleLength = 120;

interface TitleFormProps {
  readonly title: string;
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}

/** Renames a conversation; Escape cancels. */
export function TitleForm({ title, onSave, onCancel }: TitleFormProps) {
  const [draft, setDraft] = useState(title);
  const next = draft.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (next === title) onCancel();
    else if (next !== '') onSave(next);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  }

  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="flex items-center gap-2">
      <input
        aria-label="Title"
        autoFocus
        value={draft}
        maxLength={maxTitleLength}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="border-edge focus:border-accent h-8 min-w-0 flex-1 rounded-md border bg-transparent px-2 text-xs outline-none"
      />
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" disabled={next === ''}>
        Save
      </Button>
    </form>
  );
}
