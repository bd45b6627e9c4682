import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '../components/button.tsx';

const maxReasonLength = 2_000;

export interface DenyFormProps {
  readonly tool: string;
  readonly isBusy: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onCancel: () => void;
}

/** The form for the reason of a denial; Escape goes back. */
export function DenyForm({ tool, isBusy, onDeny, onCancel }: DenyFormProps) {
  const [draft, setDraft] = useState('');
  const reason = draft.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason !== '' && !isBusy) onDeny(reason);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel();
  }

  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="space-y-2">
      <label className="block space-y-1">
        <span className="text-muted">Reason for the agent, so that it can try another way</span>
        <textarea
          autoFocus
          aria-label={`Why ${tool} is denied`}
          value={draft}
          maxLength={maxReasonLength}
          rows={2}
          onChange={(event) => setDraft(event.target.value)}
          className="border-edge focus:border-accent block w-full resize-y rounded-md border bg-transparent px-2 py-1.5 outline-none"
        />
      </label>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={reason === ''} isBusy={isBusy}>
          Deny
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
