import type { RenderedQuery } from '@shipmate/protocol/web/checks';
import type { FileView, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { useRendered } from '../../api/checks.ts';
import { Waiting } from '../../components/waiting.tsx';
import type { DiffLayout } from '../../editor/create-review-editor.ts';
import { HelmError } from '../checks/helm-error.tsx';
import { NoChart, hasChart } from '../checks/no-chart.tsx';
import { pathOf } from '../../files/file-change.ts';
import { LazyFileEditor } from './lazy-file-editor.tsx';
import { RenderProblems } from './render-problems.tsx';
import { shownManifest } from './rendered-manifest.ts';
import { RenderedToolbar } from './rendered-toolbar.tsx';
import type { Review } from './use-review.ts';

export interface RenderedTabProps {
  readonly workspace: WorkspaceResponse;
  readonly file: FileView;
  readonly layout: DiffLayout;
  readonly onOpenPlace: Review['openPlace'];
}

/** The manifests of a chart without and with the pending changes; rendered when the tab is shown. */
export function RenderedTab(props: RenderedTabProps) {
  return hasChart(props.workspace.files) ? <Rendered {...props} /> : <NoChart />;
}

function Rendered({ workspace, file, layout, onOpenPlace }: RenderedTabProps) {
  const own = workspace.charts.find(({ id }) => id === file.chartId)?.root;
  const [chosen, choose] = useState<RenderedQuery>({});
  const [template, setTemplate] = useState<{ readonly fileId: string; readonly path: string }>();
  const query = { ...(own !== undefined && { chart: own }), ...chosen };
  const rendered = useRendered({ workspaceId: workspace.workspace.id, files: workspace.files, query });

  if (rendered.error && !rendered.isFetching) {
    return <HelmError error={rendered.error} onRetry={() => void rendered.refetch()} />;
  }
  if (!rendered.data) return <Waiting>Rendering the chart with helm…</Waiting>;
  const { succeeded, manifests } = rendered.data;
  const wanted = template?.fileId === file.id ? template.path : pathOf(file);
  const shown = shownManifest(manifests, wanted);
  return (
    <>
      <RenderedToolbar
        rendered={rendered.data}
        isRendering={rendered.isFetching}
        shown={shown}
        onChart={(chart) => choose({ chart })}
        onValuesFile={(valuesFile) => choose({ ...chosen, valuesFile })}
        onTemplate={(path) => setTemplate({ fileId: file.id, path })}
      />
      <RenderProblems rendered={rendered.data} onOpenPlace={onOpenPlace} />
      {shown && (
        <LazyFileEditor
          path={`Rendered ${shown.template.slice(shown.template.lastIndexOf('/') + 1)}`}
          content={shown.after ?? ''}
          before={shown.before === shown.after ? undefined : (shown.before ?? '')}
          layout={layout}
        />
      )}
      {succeeded && manifests.length === 0 && (
        <p className="text-muted p-6 text-center text-xs">The chart renders no manifests with these values.</p>
      )}
    </>
  );
}
