import { type DiagramPicture, diagramWeightings, layoutTypes } from '@shipmate/domain/code-map';
import type { CodeMapView } from '@shipmate/protocol/web/code-maps';
import { Filter, HeartPulse, List, Map as MapIcon, RotateCcw, Save } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Spinner } from '../components/spinner.tsx';
import type { DiagramSearch } from './diagram-search.ts';
import { describeFiles, layoutWords, weightingWords } from './diagram-words.ts';
import { ExportDiagramMenu } from './export/export-diagram-menu.tsx';
import { FilterForm } from './filter-form.tsx';
import { describeFilters } from './filter-values.ts';
import { Legend } from './legend.tsx';
import { type CodeHit, useMaps } from './map-queries.ts';
import { MapSearch } from './map-search.tsx';
import type { DiagramState } from './use-diagram-state.ts';

interface DiagramToolbarProps {
  readonly repositoryId: string;
  readonly state: DiagramState;
  readonly isList: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onView: (view: DiagramSearch['view']) => void;
  readonly onGo: (hit: CodeHit) => void;
}

/** Search, layout, weighting, filters, export and the legend of a diagram. */
export function DiagramToolbar({ repositoryId, state, isList, isSaving, onSave, onView, onGo }: DiagramToolbarProps) {
  const { request, picture, isChanged, isReady } = state;
  const [isFiltering, setFiltering] = useState(false);
  const maps = useMaps(repositoryId, { enabled: isReady }).data?.maps ?? [];
  const map = maps.find(({ commit }) => commit === picture.commit) ?? maps[0];
  const filters = describeFilters(request.filters ?? {});
  return (
    <>
      <div className="border-line bg-surface flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
        <MapSearch repositoryId={repositoryId} mapId={map?.id} picture={picture} onGo={onGo} />
        <SmallSelect
          label="Layout"
          value={request.layoutType ?? picture.layoutType}
          options={layoutTypes.map((layout) => [layout, layoutWords[layout]])}
          onChange={(value) => state.change({ layoutType: layoutTypes.find((layout) => layout === value) })}
        />
        <SmallSelect
          label="Weight"
          value={request.weighting ?? 'size'}
          options={diagramWeightings
            .filter((weighting) => weighting !== 'custom' || request.weights !== undefined)
            .map((weighting) => [weighting, weightingWords[weighting]])}
          onChange={(value) => state.change({ weighting: diagramWeightings.find((weighting) => weighting === value) })}
        />
        <Button
          variant="quiet"
          icon={<Filter aria-hidden />}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          Filters
        </Button>
        <Button
          variant="quiet"
          icon={isList ? <MapIcon aria-hidden /> : <List aria-hidden />}
          onClick={() => onView(isList ? undefined : 'list')}
        >
          {isList ? 'Show canvas' : 'Show list'}
        </Button>
        <Button
          variant="quiet"
          icon={<HeartPulse aria-hidden />}
          aria-pressed={state.showsHealth}
          className={state.showsHealth ? 'bg-raised' : ''}
          onClick={() => state.setShowsHealth(!state.showsHealth)}
        >
          Health
        </Button>
        <ExportDiagramMenu picture={picture} name={state.diagram.name} />
        {isChanged && (
          <span className="flex items-center gap-1.5">
            <Button variant="primary" icon={<Save aria-hidden />} isBusy={isSaving} onClick={onSave}>
              Save diagram
            </Button>
            <Button variant="quiet" icon={<RotateCcw aria-hidden />} onClick={state.reset}>
              Reset
            </Button>
          </span>
        )}
      </div>
      {isFiltering && (
        <FilterForm
          key={filters}
          filters={request.filters ?? {}}
          languages={listLanguages(state, map)}
          onApply={(next) => state.change({ filters: next })}
        />
      )}
      <DiagramSummary state={state} filters={filters} />
    </>
  );
}

/** Returns the languages to choose from: those of the map, or of the picture without one. */
function listLanguages({ picture, request }: DiagramState, map: CodeMapView | undefined): readonly string[] {
  const shown = picture.nodes.flatMap(({ data }) => (data.language === null ? [] : [data.language]));
  const known = map?.languages.map(({ language }) => language) ?? shown;
  return [...new Set([...known, ...(request.filters?.languages ?? [])])].slice(0, 50);
}

function toCounts({ stats, layoutType }: DiagramPicture): string {
  const { shown, folded, files, droppedEdges, edges } = stats;
  const hint = layoutType === 'treemap' ? ', shown at the selection' : '';
  const counts = [
    `${shown} nodes`,
    describeFiles(files),
    folded > 0 ? `${folded.toLocaleString('en')} folded` : '',
    edges > 0 ? `${edges} connections${hint}` : '',
    droppedEdges > 0 ? `${droppedEdges} weak connections left out` : '',
  ];
  return counts.filter((count) => count !== '').join(' · ');
}

/** The most connections that a picture has, as the server limits them. */
const maxEdges = 400;

/** Draws the weak connections too, or the strong ones only. */
function EdgeLimitButton({ state: { request, picture, change } }: { readonly state: DiagramState }) {
  const { edges, droppedEdges } = picture.stats;
  if (droppedEdges > 0 && edges < maxEdges) {
    return (
      <Button variant="quiet" onClick={() => change({ edgeLimit: maxEdges })}>
        Show all connections
      </Button>
    );
  }
  if (request.edgeLimit === undefined) return null;
  return (
    <Button variant="quiet" onClick={() => change({ edgeLimit: undefined })}>
      Show strong connections
    </Button>
  );
}

/** The figures of the picture, its filters and its legend. */
function DiagramSummary({ state, filters }: { readonly state: DiagramState; readonly filters: string }) {
  const { request, picture, isDrawing } = state;
  return (
    <div className="border-line bg-surface flex shrink-0 flex-wrap items-center gap-x-3 border-b px-3 py-1 text-2xs">
      <p role="status" className="text-muted flex items-center gap-1.5">
        {isDrawing && <Spinner />}
        {isDrawing ? 'Drawing…' : toCounts(picture)}
      </p>
      {!isDrawing && <EdgeLimitButton state={state} />}
      {filters !== '' && <p className="text-muted wrap-anywhere">Filters: {filters}</p>}
      {request.from !== undefined && <p className="text-muted wrap-anywhere">From {request.from}</p>}
      <Legend picture={picture} findings={state.findings} onMark={state.mark} />
      {state.marks && (
        <Button variant="quiet" onClick={() => state.mark([])}>
          Clear highlight
        </Button>
      )}
    </div>
  );
}
