import type { DiagramNode, DiagramPicture } from '@shipmate/domain/code-map';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../../components/icon-button.tsx';
import { DataTable } from '../../table/data-table.tsx';
import type { TableColumn } from '../../table/table-view.ts';
import { describeBytes, describeLanguage, factWords, kindWords } from '../diagram-words.ts';
import { describeFinding } from '../health/health-badges.tsx';
import type { Findings } from '../health/to-findings.ts';
import { menuLook, type NodeAction, NodeMenuItems } from './node-actions.tsx';

interface NodeListProps {
  readonly picture: DiagramPicture;
  readonly findings: Findings | undefined;
  readonly actionsOf: (node: DiagramNode) => readonly NodeAction[];
  readonly onSelect: (nodeId: string) => void;
}

/** The nodes of a picture as a table with the same actions as the canvas. */
export function NodeList({ picture, findings, actionsOf, onSelect }: NodeListProps) {
  const outgoing = countBy(picture.edges.map(({ source }) => source));
  const incoming = countBy(picture.edges.map(({ target }) => target));
  const columns: readonly TableColumn<DiagramNode>[] = [
    {
      id: 'name',
      label: 'Name',
      text: ({ data }) => data.path ?? data.label,
      render: ({ id, data }) => (
        <button
          type="button"
          onClick={() => onSelect(id)}
          className="text-accent text-left font-medium wrap-anywhere underline underline-offset-2"
        >
          {data.path === null || data.path === '' ? data.label : data.path}
        </button>
      ),
    },
    {
      id: 'kind',
      label: 'Kind',
      text: ({ data }) => (data.factKind === undefined ? kindWords[data.kind] : factWords[data.factKind]),
    },
    {
      id: 'language',
      label: 'Language',
      text: ({ data }) => (data.language === null ? '' : describeLanguage(data.language)),
    },
    {
      id: 'files',
      label: 'Files',
      align: 'end',
      text: ({ data }) => String(data.files),
      sortBy: ({ data }) => data.files,
    },
    {
      id: 'size',
      label: 'Size',
      align: 'end',
      text: ({ data }) => describeBytes(data.size),
      sortBy: ({ data }) => data.size,
    },
    {
      id: 'connections',
      label: 'Out / in',
      align: 'end',
      text: ({ id }) => `${outgoing.get(id) ?? 0} / ${incoming.get(id) ?? 0}`,
      sortBy: ({ id }) => (outgoing.get(id) ?? 0) + (incoming.get(id) ?? 0),
    },
    {
      id: 'health',
      label: 'Health',
      text: ({ id }) => (findings?.get(id) ?? []).map(describeFinding).join('; '),
    },
    {
      id: 'actions',
      label: 'Actions',
      text: () => '',
      render: (node) => (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton label={`Actions of ${node.data.label}`}>
              <Ellipsis />
            </IconButton>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content align="end" collisionPadding={8} className={menuLook}>
              <NodeMenuItems actions={actionsOf(node)} item={DropdownMenu.Item} />
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      ),
    },
  ];
  return (
    <div className="h-full overflow-auto p-3">
      <DataTable caption="Nodes" columns={columns} rows={picture.nodes} keyOf={({ id }: DiagramNode) => id} />
    </div>
  );
}

function countBy(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
