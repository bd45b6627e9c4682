import type { ExportQuery } from '@shipmate/protocol/web/archive';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toExportPath } from '../api/archives.ts';
import { Button } from '../components/button.tsx';
import { MenuOnDemand } from '../components/menu-on-demand.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';

const formats = ['tgz', 'zip'] as const;
const ExportDropdown = lazyRouteComponent(() => import('./export-dropdown.tsx'), 'ExportDropdown');
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
      <MenuOnDemand
        menu={ExportDropdown}
        options={{
          files,
          downloads: parts.flatMap(({ id, name }) =>
            formats.map((format) => ({ label: `${name} as .${format}`, href: toPath({ format, chart: id }) })),
          ),
          pending: workspace.pendingCount > 0 ? { isIncluded: isWithPending, onInclude: setWithPending } : undefined,
          onPush: () => setPushing(true),
        }}
        button={(props) => (
          <Button variant="quiet" icon={<Download />} aria-label="Export" {...props}>
            <span className="max-sm:hidden">Export</span>
          </Button>
        )}
      />
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
