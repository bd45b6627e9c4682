import { useState, type FormEvent } from 'react';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/text-field.tsx';

const maxLength = 63;

/** The form in which a person without access to the whole cluster names a namespace. */
export function NamespaceForm({ onChoose }: { readonly onChoose: (namespace: string) => void }) {
  const [draft, setDraft] = useState('');
  const namespace = draft.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (namespace !== '') onChoose(namespace);
  }
  return (
    <form onSubmit={submit} className="flex max-w-sm items-end gap-2">
      <TextField
        label="Namespace to read"
        value={draft}
        maxLength={maxLength}
        onChange={(event) => setDraft(event.target.value)}
        className="flex-1"
      />
      <Button type="submit" disabled={namespace === ''}>
        Read namespace
      </Button>
    </form>
  );
}
