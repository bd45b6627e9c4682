import type { ConversationDetail } from '@shipmate/protocol/web/conversations';
import { DropdownMenu } from 'radix-ui';
import { describeTotalCost } from '../../cost/describe-cost.ts';
import { toConversationExportPath } from '../api/conversations.ts';
import { Tokens } from '../components/amount.tsx';
import { Dropdown, type DropdownProps } from '../components/dropdown.tsx';
import { ExportItem } from '../components/export-item.tsx';

interface ConversationDropdownProps extends DropdownProps {
  readonly detail: ConversationDetail;
}

/** The menu of a conversation with its button: its cost and its export. */
export function ConversationDropdown({ detail: { id, spent }, ...dropdown }: ConversationDropdownProps) {
  const answers = spent.answers === 1 ? '1 answer' : `${spent.answers} answers`;
  return (
    <Dropdown
      {...dropdown}
      align="end"
      className="border-line bg-surface z-50 w-72 max-w-[calc(100vw-1rem)] rounded-lg border p-1 text-xs shadow-lg"
    >
      <DropdownMenu.Label className="text-muted space-y-0.5 px-2 py-1.5 text-2xs tabular-nums">
        <span className="text-ink block font-medium">
          {answers} · {describeTotalCost(spent)}
        </span>
        <span className="block">
          <Tokens usage={spent} />
        </span>
      </DropdownMenu.Label>
      <DropdownMenu.Separator className="bg-line my-1 h-px" />
      <ExportItem href={toConversationExportPath(id, 'markdown')}>Export as Markdown</ExportItem>
      <ExportItem href={toConversationExportPath(id, 'json')}>Export as JSON</ExportItem>
    </Dropdown>
  );
}
