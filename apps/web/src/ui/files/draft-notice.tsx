import type { FileView } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { toAge } from '../time/age.ts';
import { findLatestDraft, removeDraft, type StoredDraft } from './drafts.ts';
import { textOf } from './edit-session.ts';

export interface DraftNoticeProps {
  readonly file: FileView;
  readonly onResume: (draft: StoredDraft) => void;
}

/** Offers unsaved edits of a file; needs a new `key` for another file. */
export function DraftNotice({ file, onResume }: DraftNoticeProps) {
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
      You have unsaved edits of this file, typed {toAge(new Date(draft.typedAt), new Date())} here or in another tab.
    </Banner>
  );
}
