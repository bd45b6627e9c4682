import { findTreeProblems } from '@shipmate/domain/workspace';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { TriangleAlert } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { leftReasonTexts } from './left-reason-texts.ts';

/**
 * Lists the files that an export omits because their paths are not safe to unpack; renders nothing when there are none.
 */
export function ExportWarning({ files }: Pick<WorkspaceResponse, 'files'>) {
  const problems = findTreeProblems(files.map(({ path }) => path));
  if (problems.length === 0) return null;
  return (
    <>
      <DropdownMenu.Label role="note" className="flex max-w-80 gap-2 px-2 py-1.5">
        <TriangleAlert aria-hidden className="text-caution mt-0.5 size-3.5 shrink-0" />
        <span>
          {problems.length === 1 ? 'One file is left out' : `${problems.length} files are left out`}. Rename{' '}
          {problems.length === 1 ? 'it' : 'them'} to export everything.
          {problems.slice(0, 5).map(({ path, reason }) => (
            <span key={path} className="text-muted block">
              <span className="font-mono wrap-anywhere">{path}</span>: {leftReasonTexts[reason]}
            </span>
          ))}
        </span>
      </DropdownMenu.Label>
      <DropdownMenu.Separator className="bg-line my-1 h-px" />
    </>
  );
}
