import { findTreeProblems } from '@shipmate/domain/workspace';
import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { Check, GitBranch, TriangleAlert } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Dropdown, type DropdownProps } from '../components/dropdown.tsx';
import { ExportItem, exportItemLook } from '../components/export-item.tsx';
import { leftReasonTexts } from './left-reason-texts.ts';

interface ExportDropdownProps {
  readonly files: readonly FileSummary[];
  readonly downloads: readonly { readonly label: string; readonly href: string }[];
  /** The choice to export pending changes too; undefined without any. */
  readonly pending: { readonly isIncluded: boolean; readonly onInclude: (isIncluded: boolean) => void } | undefined;
  readonly onPush: () => void;
}

/** The export button with its menu: downloads, and the push to Git. */
export function ExportDropdown(props: ExportDropdownProps & DropdownProps) {
  const { files, downloads, pending, onPush, ...dropdown } = props;
  return (
    <Dropdown
      {...dropdown}
      align="start"
      className="border-line bg-surface z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-56 overflow-y-auto rounded-lg border p-1 text-xs shadow-lg"
    >
      <ExportWarning files={files} />
      {pending && (
        <>
          <DropdownMenu.CheckboxItem
            checked={pending.isIncluded}
            onCheckedChange={pending.onInclude}
            onSelect={(event) => event.preventDefault()}
            className={exportItemLook}
          >
            <span className="size-3.5">
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden className="text-accent size-3.5" />
              </DropdownMenu.ItemIndicator>
            </span>
            With pending changes
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Separator className="bg-line my-1 h-px" />
        </>
      )}
      {downloads.map(({ label, href }) => (
        <ExportItem key={label} href={href}>
          {label}
        </ExportItem>
      ))}
      <DropdownMenu.Separator className="bg-line my-1 h-px" />
      <DropdownMenu.Item className={exportItemLook} onSelect={onPush}>
        <GitBranch aria-hidden className="size-3.5" />
        Push to Git…
      </DropdownMenu.Item>
    </Dropdown>
  );
}

/**
 * Lists the files that an export omits because their paths are not safe to unpack; renders nothing when there are none.
 */
function ExportWarning({ files }: Pick<ExportDropdownProps, 'files'>) {
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
