import type { PatternSummary } from '@shipmate/protocol/web/patterns';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { DeletePattern } from './delete-pattern.tsx';
import { EditPattern } from './edit-pattern.tsx';
import { PatternLabels } from './pattern-labels.tsx';

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
