import type { RenderedQuery, RenderedResponse } from '@shipmate/protocol/web/checks';
import type { FileSummary, WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { useRendered } from '../../api/checks.ts';
import { Banner } from '../../components/banner.tsx';
import { SmallSelect } from '../../components/small-select.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Waiting } from '../../components/waiting.tsx';
import type { DiffLayout } from '../../editor/create-review-editor.ts';
import { pathOf } from '../../files/file-change.ts';
import { HelmError } from '../checks/helm-error.tsx';
import { IssueItem } from '../checks/issue-item.tsx';
import { hasChart, NoChart } from '../checks/no-chart.tsx';
import { LazyDiffEditor } from './lazy-file-editor.tsx';
import type { Review } from './use-review.ts';

interface RenderedTabProps {
  readonly workspace: WorkspaceOutline;
  readonly file: FileSummary;
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
        <LazyDiffEditor
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

interface RenderedToolbarProps {
  readonly rendered: RenderedResponse;
  /** True when a newer result is being rendered. */
  readonly isRendering: boolean;
  readonly shown: Manifest | undefined;
  readonly onChart: (chart: string) => void;
  readonly onValuesFile: (valuesFile: string | undefined) => void;
  readonly onTemplate: (template: string) => void;
}

/** Summarizes the effect of pending changes on the manifests, and chooses the chart and the manifest. */
function RenderedToolbar({ rendered, isRendering, shown, onChart, onValuesFile, onTemplate }: RenderedToolbarProps) {
  const { charts, chart, valuesFiles, valuesFile, manifests, succeeded } = rendered;
  const changes = manifests.filter(isChanged).length;
  const summary = `${changes} of ${manifests.length} manifests ${changes === 1 ? 'changes' : 'change'}`;
  return (
    <div className="border-line flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-3 py-1.5">
      {charts.length > 1 && (
        <SmallSelect
          label="Chart"
          value={chart}
          options={charts.map((root) => [root, root === '' ? 'at the top' : root])}
          onChange={onChart}
        />
      )}
      <SmallSelect
        label="Values"
        value={valuesFile ?? ''}
        options={[['', 'values.yaml'], ...valuesFiles.map((path) => [path, path] as const)]}
        onChange={(path) => onValuesFile(path === '' ? undefined : path)}
      />
      {shown && (
        <SmallSelect
          label="Manifest"
          value={shown.template}
          options={manifests.map((manifest) => [manifest.template, toManifestLabel(manifest)])}
          onChange={onTemplate}
        />
      )}
      <p role="status" className="text-muted flex items-center gap-1.5 text-xs">
        {isRendering ? (
          <>
            <Spinner /> Rendering…
          </>
        ) : (
          succeeded && summary
        )}
      </p>
    </div>
  );
}

interface RenderProblemsProps {
  readonly rendered: RenderedResponse;
  readonly onOpenPlace: Review['openPlace'];
}

/** Errors and warnings of rendering a chart; renders nothing without any. */
function RenderProblems({ rendered, onOpenPlace }: RenderProblemsProps) {
  const { succeeded, issues } = rendered;
  return (
    <>
      {!succeeded && (
        <Banner tone="error" className="m-2">
          With the pending changes the chart cannot be rendered.
        </Banner>
      )}
      {issues.length > 0 && (
        <ul
          aria-label="Helm output"
          className="divide-line border-line max-h-[40%] shrink-0 divide-y overflow-y-auto border-b"
        >
          {issues.map((issue, index) => (
            <IssueItem key={index} issue={issue} onOpenPlace={onOpenPlace} />
          ))}
        </ul>
      )}
    </>
  );
}

type Manifest = RenderedResponse['manifests'][number];

/** Returns true when pending changes alter a manifest. */
function isChanged({ before, after }: Manifest): boolean {
  return before !== after;
}

/** Returns the manifest to show: that of the chosen template, else the first changed one, else the first one. */
export function shownManifest(manifests: readonly Manifest[], wanted: string): Manifest | undefined {
  return manifests.find(({ template }) => template === wanted) ?? manifests.find(isChanged) ?? manifests[0];
}

/** Returns the label of a manifest: its template and its change. */
export function toManifestLabel(manifest: Manifest): string {
  const { template, before, after } = manifest;
  if (!isChanged(manifest)) return template;
  if (before === null) return `${template} (new)`;
  return after === null ? `${template} (gone)` : `${template} (changed)`;
}
