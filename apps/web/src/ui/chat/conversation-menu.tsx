import type { ConversationDetail } from '@shipmate/protocol/web/conversations';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { describeTotalCost } from '../../cost/describe-cost.ts';
import { describeTokens } from '../../cost/describe-tokens.ts';
import { toConversationExportPath } from '../api/conversations.ts';
import { IconButton } from '../components/icon-button.tsx';
import { ExportItem } from '../components/export-item.tsx';

/** The cost of a conversation, and its export. */
export function ConversationMenu({ detail: { id, spent } }: { detail: ConversationDetail }) {
  const answers = spent.answers === 1 ? '1 answer' : `${spent.answers} answers`;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label="Export and cost">
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="border-line bg-surface z-50 w-72 max-w-[calc(100vw-1rem)] rounded-lg border p-1 text-xs shadow-lg"
        >
          <DropdownMenu.Label className="text-muted space-y-0.5 px-2 py-1.5 text-2xs tabular-nums">
            <span className="text-ink block font-medium">
              {answers} · {describeTotalCost(spent)}
            </span>
            <span className="block">{describeTokens(spent)}</span>
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="bg-line my-1 h-px" />
          <ExportItem href={toConversationExportPath(id, 'markdown')}>Export as Markdown</ExportItem>
          <ExportItem href={toConversationExportPath(id, 'json')}>Export as JSON</ExportItem>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
