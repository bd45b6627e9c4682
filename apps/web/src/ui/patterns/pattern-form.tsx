import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useSavePattern } from './patterns-query.ts';

interface PatternFormProps {
  /** Markdown with front matter. */
  readonly document: string;
  readonly onSaved: () => void;
}

/** The form of a document, typed or chosen as a file. */
export function PatternForm({ document, onSaved }: PatternFormProps) {
  const save = useSavePattern();
  const [text, setText] = useState(document);
  const file = useRef<HTMLInputElement>(null);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    if (chosen) setText(await chosen.text());
    target.value = '';
  }

  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(text, { onSuccess: onSaved });
      }}
    >
      <label className="flex flex-col gap-1 text-xs font-medium">
        Document
        <textarea
          value={text}
          rows={14}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="border-edge bg-surface w-full min-w-0 rounded-md border px-2 py-1.5 font-mono text-base font-normal sm:text-xs"
        />
      </label>
      <p className="text-muted text-xs">
        Markdown. A policy is binding, a pattern is a recommendation. Each heading starts a passage that agents can
        find. Saving replaces a document with the same title.
      </p>
      {save.error && <StatedError error={save.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <input
          ref={file}
          type="file"
          accept=".md,.markdown,text/markdown"
          aria-label="Markdown file"
          hidden
          onChange={(event) => void choose(event)}
        />
        <Button icon={<FileUp aria-hidden />} onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
