import type { RenderedResponse } from '@shipmate/protocol/web/checks';
import { SmallSelect } from '../../components/small-select.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { isChanged, toManifestLabel, type Manifest } from './rendered-manifest.ts';

export interface RenderedToolbarProps {
  readonly rendered: RenderedResponse;
  /** True when a newer result is being rendered. */
  readonly isRendering: boolean;
  readonly shown: Manifest | undefined;
  readonly onChart: (chart: string) => void;
  readonly onValuesFile: (valuesFile: string | undefined) => void;
  readonly onTemplate: (template: string) => void;
}

/** Summarizes the effect of pending changes on the manifests, and chooses the chart and the manifest. */
export function RenderedToolbar({
  rendered,
  isRendering,
  shown,
  onChart,
  onValuesFile,
  onTemplate,
}: RenderedToolbarProps) {
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
