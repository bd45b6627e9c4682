import type { DiagramNode, NavigationAction, RepositoryLabel } from '@shipmate/domain/code-map';
import type { DiagramListResponse, DiagramResponse } from '@shipmate/protocol/web/diagrams';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ContextMenu } from 'radix-ui';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Trail } from '../navigation/trail.tsx';
import { codeMapAddress, diagramAddress } from '../router/addresses.ts';
import { usePageLink } from '../side-chat/page-link.ts';
import { useSideChat } from '../side-chat/side-chat-provider.tsx';
import { type CanvasControl, DiagramCanvas } from './canvas/diagram-canvas.tsx';
import { type DiagramSearch, toLineRange } from './diagram-search.ts';
import { diagramsKey, useChangeDiagram, useCreateDiagram, useDiagram, useDiagrams } from './diagram-queries.ts';
import { DiagramTabs } from './diagram-tabs.tsx';
import { DiagramToolbar } from './diagram-toolbar.tsx';
import { toViewText } from './diagram-view-text.ts';
import { FilePanel } from './panel/file-panel.tsx';
import { menuLook, type NodeCommands, NodeMenuItems, toNodeActions } from './panel/node-actions.tsx';
import { NodeList } from './panel/node-list.tsx';
import { NodePanel } from './panel/node-panel.tsx';
import { TourBar } from './tour/tour-bar.tsx';
import { useTour } from './tour/use-tour.ts';
import { useDiagramState } from './use-diagram-state.ts';

/** A diagram of a repository: its canvas, and the selected node and file beside it. */
export function DiagramPage() {
  const { repositoryId, diagramId } = useParams({ from: '/code-maps/$repositoryId/$diagramId' });
  const list = useDiagrams(repositoryId);
  const stored = useDiagram(diagramId);
  if (!list.data) return <PendingPage error={list.error} onRetry={() => void list.refetch()} />;
  if (!stored.data) return <PendingPage error={stored.error} onRetry={() => void stored.refetch()} />;
  return <DiagramWorkspace key={diagramId} list={list.data} stored={stored.data} />;
}

interface DiagramWorkspaceProps {
  readonly list: DiagramListResponse;
  readonly stored: DiagramResponse;
}

function DiagramWorkspace({ list, stored }: DiagramWorkspaceProps) {
  const { owner, repo, diagrams } = list;
  const { id: diagramId, repositoryId, name } = stored.diagram;
  const label = useMemo((): RepositoryLabel => ({ owner, repo }), [owner, repo]);
  const search = useSearch({ from: '/code-maps/$repositoryId/$diagramId' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const sideChat = useSideChat();
  const canvas = useRef<CanvasControl>(null);
  const [edgeId, setEdgeId] = useState<string>();
  const [said, setSaid] = useState('');
  const change = useChangeDiagram(diagramId);
  const create = useCreateDiagram(repositoryId);
  const address = diagramAddress(repositoryId, diagramId);
  const isList = search.view === 'list';

  /** A selection replaces the address, so that the back button leaves the diagram. */
  function note(next: Partial<DiagramSearch>) {
    void navigate({ ...address, search: (now) => ({ ...now, ...next }), replace: true });
  }
  function select(node: string | undefined) {
    setEdgeId(undefined);
    note({ node });
  }
  function openLines({ path, startLine, endLine = startLine }: OpenedLines) {
    note({ file: path, lines: startLine === undefined ? undefined : `${startLine}-${endLine}` });
  }
  const openDiagram = (id: string) => void navigate(diagramAddress(repositoryId, id));
  const state = useDiagramState({
    stored,
    label,
    canvas,
    isList,
    onSelect: select,
    onOpenFile: openLines,
    onOpenDiagram: openDiagram,
  });
  const { picture, request, folding } = state;
  const tour = useTour(diagramId, state.runStop);

  usePageLink({
    readContext: () => ({
      owner,
      repo,
      activeDiagramId: diagramId,
      view: toViewText({ view: canvas.current?.readView(), selected: search.node, request }),
    }),
    onClientEvent({ type, data, answer }) {
      if (type === 'canvas_actions') return tour.add(data, answer);
      const created = type === 'diagram_created' ? createdSchema.safeParse(data).data : undefined;
      if (created?.repository_id !== repositoryId) return false;
      void client.invalidateQueries({ queryKey: diagramsKey });
      openDiagram(created.diagram_id);
      return true;
    },
  });

  const commands: NodeCommands = {
    ...folding,
    focus: ({ id }) => {
      select(id);
      canvas.current?.show({ nodeIds: [id] });
    },
    openFile: ({ data: { path, startLine, endLine, evidence } }) => {
      if (path !== null)
        openLines({ path, startLine: startLine ?? evidence.find((each) => each.path === path)?.line, endLine });
    },
    explain: ({ data: { path, label: nodeLabel, startLine, endLine } }) => {
      const lines = startLine === undefined ? '' : `, lines ${startLine} to ${endLine ?? startLine}`;
      sideChat?.draft(`Explain ${path === null || path === '' ? nodeLabel : path}${lines} and how it is used.`);
    },
    copyPath: (path) => {
      navigator.clipboard.writeText(path).then(
        () => setSaid('Path copied.'),
        () => setSaid('The browser refused to copy the path.'),
      );
    },
    sliceFrom: (path) =>
      create.mutate(
        { name: path.slice(path.lastIndexOf('/') + 1) || repo, request: { type: 'architecture_slice', from: path } },
        { onSuccess: ({ id }) => openDiagram(id) },
      ),
  };
  const node = picture.nodes.find(({ id }) => id === search.node);
  const edge = picture.edges.find(({ id }) => id === edgeId);
  const [menuNode, setMenuNode] = useState<DiagramNode>();

  function activate(nodeId: string) {
    const found = picture.nodes.find(({ id }) => id === nodeId);
    if (!found) return;
    if (found.data.canExpand) folding.unfold(nodeId);
    else if (found.data.kind === 'file' || found.data.kind === 'symbol' || found.data.kind === 'fact')
      commands.openFile(found);
    else {
      const [child] = picture.nodes.filter(({ parentId }) => parentId === nodeId);
      if (child) select(child.id);
    }
  }

  /** Opens the menu for the node under the pointer, or for the selected node when a key opens it. */
  function onContextMenu(event: MouseEvent) {
    const id =
      event.target instanceof Element ? event.target.closest('.react-flow__node')?.getAttribute('data-id') : null;
    const found = picture.nodes.find((each) => each.id === (id ?? search.node));
    if (!found) event.preventDefault();
    else setMenuNode(found);
  }

  function save() {
    const { layoutType } = stored.diagram.request;
    const moved = request.layoutType === layoutType ? {} : { positions: {} };
    change.mutate({ request, ...moved }, { onSuccess: () => state.reset() });
  }
  const { error } = state;
  const problem = [error, change.error, create.error].find((each) => each !== null);

  return (
    <div className="flex h-dvh min-h-[36rem] flex-col">
      <TopBar>
        <Trail
          parents={[
            { label: 'Code maps', address: { to: '/code-maps' } },
            { label: repo, address: codeMapAddress(repositoryId) },
          ]}
          title={name}
        />
      </TopBar>
      <main className="flex min-h-0 flex-1 flex-col">
        <DiagramTabs repositoryId={repositoryId} diagrams={diagrams} current={stored.diagram} />
        <DiagramToolbar
          repositoryId={repositoryId}
          state={state}
          isList={isList}
          isSaving={change.isPending}
          onSave={save}
          onView={(view) => note({ view })}
          onGo={({ path, symbol }) => {
            state.go([`${owner}/${repo}:${path}`], { selects: true });
            if (symbol) openLines({ path, ...symbol });
          }}
        />
        {problem && (
          <ErrorBanner
            error={problem}
            onDismiss={() => {
              state.reset();
              change.reset();
              create.reset();
            }}
          />
        )}
        <p role="status" className="text-muted px-3 text-2xs empty:hidden">
          {[said, state.notice, ...picture.notes].filter((text) => text !== '').join(' ')}
        </p>
        <div className="flex min-h-0 flex-1 max-lg:flex-col">
          <div className="relative min-h-64 min-w-0 flex-1">
            {picture.nodes.length === 0 ? (
              <EmptyState>No file matches the filters.</EmptyState>
            ) : isList ? (
              <NodeList
                picture={picture}
                findings={state.findings}
                actionsOf={(each) => toNodeActions(each, commands)}
                onSelect={select}
              />
            ) : (
              <ContextMenu.Root modal={false}>
                <ContextMenu.Trigger asChild>
                  <div className="h-full" onContextMenu={onContextMenu}>
                    <DiagramCanvas
                      ref={canvas}
                      label={`Diagram ${name}`}
                      picture={picture}
                      positions={
                        request.layoutType === stored.diagram.request.layoutType ? stored.diagram.positions : none
                      }
                      selected={search.node}
                      selectedEdge={edgeId}
                      marks={state.marks}
                      findings={state.findings}
                      folding={folding}
                      onReady={state.onCanvasReady}
                      onSelect={select}
                      onSelectEdge={(id) => {
                        note({ node: undefined });
                        setEdgeId(id);
                      }}
                      onActivate={activate}
                      onMove={(id, position) =>
                        change.mutate({ positions: { ...stored.diagram.positions, [id]: position } })
                      }
                    />
                  </div>
                </ContextMenu.Trigger>
                <ContextMenu.Portal>
                  <ContextMenu.Content collisionPadding={8} className={menuLook}>
                    {menuNode && <NodeMenuItems actions={toNodeActions(menuNode, commands)} item={ContextMenu.Item} />}
                  </ContextMenu.Content>
                </ContextMenu.Portal>
              </ContextMenu.Root>
            )}
            {tour.stops.length > 0 && (
              <TourBar
                stops={tour.stops}
                place={tour.place}
                onGo={(place) => tour.go(place)}
                onClose={() => {
                  tour.end();
                  state.mark([]);
                }}
              />
            )}
          </div>
          {(node ?? edge ?? search.file) !== undefined && (
            <div className="border-line bg-surface flex min-h-0 flex-col max-lg:h-1/2 max-lg:border-t lg:w-96 lg:border-l xl:w-[28rem]">
              {(node ?? edge) && (
                <NodePanel
                  picture={picture}
                  node={node}
                  edge={edge}
                  findings={state.findings}
                  actions={node ? toNodeActions(node, commands) : []}
                  onSelect={(id) => state.go([id], { selects: true })}
                  onOpenLine={({ path, line }) => openLines({ path, startLine: line })}
                  onClose={() => select(undefined)}
                />
              )}
              {search.file !== undefined && (
                <FilePanel
                  repositoryId={repositoryId}
                  commit={picture.commit}
                  path={search.file}
                  range={toLineRange(search.lines)}
                  onClose={() => note({ file: undefined, lines: undefined })}
                />
              )}
            </div>
          )}
        </div>
      </main>
    </div>
  );
}

/** A file to open, at lines if they are given. */
interface OpenedLines extends Pick<Extract<NavigationAction, { readonly type: 'openFileRange' }>, 'path'> {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

const none = {};
const createdSchema = z.object({ diagram_id: z.string(), repository_id: z.string() });
