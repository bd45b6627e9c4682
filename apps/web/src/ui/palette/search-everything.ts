import { allConversationsResponseSchema } from '@shipmate/protocol/web/conversations';
import { clusterReportResponseSchema } from '@shipmate/protocol/web/clusters';
import { runListResponseSchema } from '@shipmate/protocol/web/runs';
import { workspaceListResponseSchema } from '@shipmate/protocol/web/workspace';
import type { LinkOptions } from '@tanstack/react-router';
import { requestJson } from '../api/request.ts';
import { toRunTitle } from '../api/run-words.ts';
import { toEntryAddress } from '../conversations/conversation-words.ts';
import { runPageAddress, workspaceAddress } from '../router/addresses.ts';
import type { PaletteAction } from './palette-registry.tsx';

const maxPerKind = 6;

interface SearchOptions {
  readonly typed: string;
  readonly signal: AbortSignal;
  readonly hasCluster: boolean;
  readonly open: (address: LinkOptions) => void;
}

/** Finds workspaces, conversations, runs and cluster objects by a text; a kind that cannot be read is left out. */
export async function searchEverything(options: SearchOptions): Promise<readonly PaletteAction[]> {
  const found = await Promise.allSettled(
    [findWorkspaces, findConversations, findRuns, findObjects].map((find) => find(options)),
  );
  return found.flatMap((kind) => (kind.status === 'fulfilled' ? kind.value.slice(0, maxPerKind) : []));
}

async function findWorkspaces({ typed, signal, open }: SearchOptions): Promise<readonly PaletteAction[]> {
  const { workspaces } = await requestJson('/api/workspaces?limit=200', {
    schema: workspaceListResponseSchema,
    signal,
  });
  return workspaces
    .filter(({ name }) => contains(name, typed))
    .map(({ id, name }) => toAction('Workspaces', { id, label: name, run: () => open(workspaceAddress(id)) }));
}

async function findConversations({ typed, signal, open }: SearchOptions): Promise<readonly PaletteAction[]> {
  const query = new URLSearchParams({ q: typed, limit: String(maxPerKind) });
  const schema = allConversationsResponseSchema;
  const { conversations } = await requestJson(`/api/conversations?${query}`, { schema, signal });
  return conversations.flatMap((entry) => {
    const address = toEntryAddress(entry);
    const label = entry.title ?? 'New conversation';
    return address ? [toAction('Conversations', { id: entry.id, label, run: () => open(address) })] : [];
  });
}

async function findRuns({ typed, signal, open }: SearchOptions): Promise<readonly PaletteAction[]> {
  const { runs } = await requestJson('/api/runs?limit=100', { schema: runListResponseSchema, signal });
  return runs
    .filter((run) => contains(toRunTitle(run), typed))
    .map((run) => toAction('Runs', { id: run.id, label: toRunTitle(run), run: () => open(runPageAddress(run)) }));
}

async function findObjects({ typed, signal, hasCluster, open }: SearchOptions): Promise<readonly PaletteAction[]> {
  if (!hasCluster) return [];
  const report = await requestJson('/api/clusters/report', { schema: clusterReportResponseSchema, signal });
  const { namespaces, nodes } = report.health;
  const objects: readonly ClusterObject[] = [
    ...report.problems.flatMap(({ root, object }) => [root, object]),
    ...namespaces.map(({ name }) => ({ kind: 'Namespace', name, namespace: name })),
    ...nodes.map(({ name }) => ({ kind: 'Node', name })),
  ];
  const labels = new Map(objects.map((object) => [toLabel(object), object]));
  return [...labels]
    .filter(([label]) => contains(label, typed))
    .map(([label, { namespace }]) =>
      toAction('Cluster objects', {
        id: label,
        label,
        run: () => open({ to: '/cluster', search: namespace ? { namespace } : {} }),
      }),
    );
}

interface ClusterObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | null | undefined;
}

function toLabel({ kind, name, namespace }: ClusterObject): string {
  return `${kind} ${namespace && kind !== 'Namespace' ? `${namespace}/` : ''}${name}`;
}

function toAction(group: string, { id, label, run }: Pick<PaletteAction, 'id' | 'label' | 'run'>): PaletteAction {
  return { id: `${group} ${id}`, group, label, isFound: true, run };
}

/** Returns true when a text contains every typed word. */
function contains(text: string, typed: string): boolean {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
