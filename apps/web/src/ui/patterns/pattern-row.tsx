import type { PatternSummary } from '@shipmate/protocol/web/patterns';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { PatternForm } from './pattern-form.tsx';
import { PatternLabels } from './pattern-labels.tsx';
import { useDeletePattern, usePattern } from './patterns-query.ts';
import { toDocument } from './to-document.ts';

export interface PatternRowProps {
  readonly pattern: PatternSummary;
  readonly mayChange: boolean;
}

/** One document; with its actions for owners. */
export function PatternRow({ pattern, mayChange }: PatternRowProps) {
  const { id, title, source } = pattern;
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  return (
    <li aria-label={title} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <PatternLabels pattern={pattern} />
        {source !== null && (
          <a
            href={source}
            rel="noreferrer"
            target="_blank"
            className="text-accent block text-xs wrap-anywhere underline"
          >
            {source}
          </a>
        )}
      </div>
      {mayChange && (
        <div className="flex gap-2">
          <Button aria-label={`Edit ${title}`} icon={<Pencil aria-hidden />} onClick={() => setOpened('edit')} />
          <Button aria-label={`Delete ${title}`} icon={<Trash2 aria-hidden />} onClick={() => setOpened('delete')} />
        </div>
      )}
      <Dialog isOpen={opened === 'edit'} isWide onClose={close} title="Edit document">
        <EditPattern patternId={id} onSaved={close} />
      </Dialog>
      <Dialog
        isOpen={opened === 'delete'}
        onClose={close}
        title="Delete document"
        description={`Agents will not find “${title}” any more.`}
      >
        <DeletePattern patternId={id} onKeep={close} />
      </Dialog>
    </li>
  );
}

interface EditPatternProps {
  readonly patternId: string;
  readonly onSaved: () => void;
}

/** Loads a document for editing. */
function EditPattern({ patternId, onSaved }: EditPatternProps) {
  const pattern = usePattern(patternId);
  if (pattern.error) return <ErrorBanner error={pattern.error} onRetry={() => void pattern.refetch()} />;
  if (!pattern.data) return <Waiting>Loading the document…</Waiting>;
  return <PatternForm document={toDocument(pattern.data)} onSaved={onSaved} />;
}

interface DeletePatternProps {
  readonly patternId: string;
  readonly onKeep: () => void;
}

/** Confirms the deletion of a document. */
function DeletePattern({ patternId, onKeep }: DeletePatternProps) {
  const remove = useDeletePattern(patternId);
  return (
    <>
      {remove.error && <ErrorBanner error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onKeep}>Keep</Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete document
        </Button>
      </div>
    </>
  );
}
