import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { QuestionEditor } from './question-editor.tsx';

export interface QuestionProps {
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
          label="Edit and ask again"
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
