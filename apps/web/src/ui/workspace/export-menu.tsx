import { findTreeProblems } from '@shipmate/domain/workspace';
import type { ExportQuery } from '@shipmate/protocol/web/archive';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { Check, Download, GitBranch, TriangleAlert } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { toExportPath } from '../api/archives.ts';
import { Button } from '../components/button.tsx';
import { ExportItem, exportItemLook } from '../components/export-item.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { leftReasonTexts } from './left-reason-texts.ts';

const formats = ['tgz', 'zip'] as const;
const PushDialog = lazy(async () => ({ default: (await import('../export/push-dialog.tsx')).PushDialog }));

/** Exports the current revision: all of it or one chart as a download, or as a git branch. */
export function ExportMenu({ workspace: detail }: { workspace: WorkspaceOutline }) {
  const { workspace, charts, files } = detail;
  const [isPushing, setPushing] = useState(false);
  const [isWithPending, setWithPending] = useState(false);
  const isOneChart = charts.length === 1 && files.every(({ chartId }) => chartId !== null);
  const parts = [...charts, ...(isOneChart ? [] : [{ id: undefined, name: 'Everything' }])];

  function toPath(query: ExportQuery): string {
    const pending = isWithPending && workspace.pendingCount > 0 ? 'true' : 'false';
    return toExportPath(workspace.id, { ...query, revision: workspace.currentRevisionNumber, pending });
  }

  usePaletteActions([
    ...parts.flatMap(({ id, name }) =>
      formats.map((format) => ({
        id: `export.${id}.${format}`,
        group: 'Chart',
        label: `Export ${name} as .${format}`,
        keywords: ['download'],
        run: () => window.location.assign(toPath({ format, chart: id })),
      })),
    ),
    {
      id: 'export.push',
      group: 'Chart',
      label: 'Push to Git…',
      keywords: ['export', 'branch', 'commit'],
      run: () => setPushing(true),
    },
  ]);

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button variant="quiet" icon={<Download />} aria-label="Export">
            <span className="max-sm:hidden">Export</span>
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="border-line bg-surface z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-56 overflow-y-auto rounded-lg border p-1 text-xs shadow-lg"
          >
            <ExportWarning files={files} />
            {workspace.pendingCount > 0 && (
              <>
                <DropdownMenu.CheckboxItem
                  checked={isWithPending}
                  onCheckedChange={setWithPending}
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
            {parts.flatMap(({ id, name }) =>
              formats.map((format) => (
                <ExportItem key={`${id}.${format}`} href={toPath({ format, chart: id })}>
                  {name} as .{format}
                </ExportItem>
              )),
            )}
            <DropdownMenu.Separator className="bg-line my-1 h-px" />
            <DropdownMenu.Item className={exportItemLook} onSelect={() => setPushing(true)}>
              <GitBranch aria-hidden className="size-3.5" />
              Push to Git…
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Suspense>
        {isPushing && (
          <PushDialog
            workspace={detail}
            withPending={isWithPending && workspace.pendingCount > 0}
            onClose={() => setPushing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * Lists the files that an export omits because their paths are not safe to unpack; renders nothing when there are none.
 */
function ExportWarning({ files }: Pick<WorkspaceOutline, 'files'>) {
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
