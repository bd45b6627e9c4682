import type { ChecksResponse } from '@shipmate/protocol/web/checks';
import type { FileView } from '@shipmate/protocol/web/workspace';
import { useMemo } from 'react';
import type { LineNote } from '../../editor/line-notes.ts';
import { pathOf } from '../../files/file-change.ts';
import { acceptedVersions } from './accepted-versions.ts';

/** Returns the findings in a file by line; empty when the file has changed since. */
export function useLineNotes(checks: ChecksResponse | undefined, file: FileView): readonly LineNote[] {
  return useMemo(() => {
    const path = pathOf(file);
    if (!checks || checks.versions[path] !== acceptedVersions([file]).get(path)) return [];
    return checks.issues.flatMap(({ file: where, line, severity, message, suggestion }) =>
      where === path && line !== undefined ? [{ line, tone: severity, text: message, advice: suggestion }] : [],
    );
  }, [checks, file]);
}
