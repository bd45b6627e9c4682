import type { FileView, WorkspaceResponse } from '@shipmate/protocol';
import { useMemo } from 'react';
import { useLastChecks } from '../../api/checks.ts';
import type { LineNote } from '../../editor/line-notes.ts';
import { pathOf } from '../file-change.ts';
import { acceptedVersions } from './accepted-versions.ts';

/** What the last checks found in a file, by line; nothing when the file has changed since. */
export function useLineNotes(workspaceId: WorkspaceResponse['workspace']['id'], file: FileView): readonly LineNote[] {
  const checks = useLastChecks(workspaceId);
  return useMemo(() => {
    const path = pathOf(file);
    if (!checks || checks.versions[path] !== acceptedVersions([file]).get(path)) return [];
    return checks.issues.flatMap(({ file: where, line, severity, message, suggestion }) =>
      where === path && line !== undefined ? [{ line, tone: severity, text: message, advice: suggestion }] : [],
    );
  }, [checks, file]);
}
