import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import type { EditSession, Meanwhile } from './edit-session.ts';

export interface EditNoticeProps {
  readonly session: EditSession;
  readonly meanwhile: Meanwhile;
  readonly isKept: boolean;
  readonly wasRefused: boolean;
  readonly isComparing: boolean;
  readonly onCompare: () => void;
}

/** Notices for a person who edits a file: changes by others, and whether the draft is stored. */
export function EditNotice({ session, meanwhile, isKept, wasRefused, isComparing, onCompare }: EditNoticeProps) {
  const message = describe({ meanwhile, wasRefused, isComparing, path: session.path });
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
          This browser has no room left to keep what you type. Save before you close this page.
        </Banner>
      )}
    </div>
  );
}

function describe({
  meanwhile,
  wasRefused,
  isComparing,
  path,
}: Pick<EditNoticeProps, 'meanwhile' | 'wasRefused' | 'isComparing'> & { path: string }): string | undefined {
  switch (meanwhile) {
    case 'changed':
      return isComparing
        ? 'Somebody else changed this file while you did. Nothing is saved until you say what to keep.'
        : 'Somebody else changed this file while you did. Compare before you save.';
    case 'deleted':
      return 'This file is to be deleted since you began. Saving your text keeps it.';
    case 'gone':
      return `This file is gone since you began. Saving makes it again, as ${path}.`;
    case 'same':
      return wasRefused ? 'Somebody reviewed this file meanwhile. Its text has not changed: save again.' : undefined;
  }
}
