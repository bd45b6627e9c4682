import type { InboxItemView } from '@shipmate/protocol/web/inbox';
import { useRef, useState } from 'react';
import { type FailedDecision, toItemKey, useDecideInboxItems, useInbox, useInboxItems } from '../api/inbox-query.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { ListPage } from '../navigation/list-page.tsx';
import { NotificationSetting } from '../notifications/notification-setting.tsx';
import { InboxRow } from './inbox-row.tsx';

type Decision = InboxItemView['decisions'][number];

/** Everything that waits for the person; items are decided one by one or several at once. */
export function InboxPage() {
  const inbox = useInbox();
  const items = useInboxItems();
  const decisions = useDecideInboxItems();
  const rows = useRef(new Map<string, HTMLElement>());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [chosenKey, setChosenKey] = useState<string>();
  const [asked, setAsked] = useState<readonly InboxItemView[]>();
  const [announced, setAnnounced] = useState('');
  const keys = items.map(toItemKey);
  const chosen = chosenKey === undefined ? -1 : keys.indexOf(chosenKey);
  const current = Math.max(0, chosen);
  const marked = items.filter((item) => selected.has(toSeenKey(item)));

  function move(step: number) {
    const key = keys[Math.min(Math.max(current + (chosen === -1 ? 0 : step), 0), keys.length - 1)];
    if (key === undefined) return;
    setChosenKey(key);
    rows.current.get(key)?.focus();
  }
  function toggle(item: InboxItemView | undefined) {
    if (!item) return;
    const next = new Set(selected);
    if (!next.delete(toSeenKey(item))) next.add(toSeenKey(item));
    setSelected(next);
  }
  function decide(decision: Decision, of: readonly InboxItemView[]) {
    const decidable = of.filter((item) => item.decisions.includes(decision));
    if (decidable.length === 0) return setAnnounced('These items need answers. Open them.');
    const left = new Set(decidable.map(toItemKey));
    const next = keys.slice(current).find((key) => !left.has(key)) ?? keys.findLast((key) => !left.has(key));
    setChosenKey(next);
    const decided = new Set(decidable.map(toSeenKey));
    setSelected(new Set([...selected].filter((key) => !decided.has(key))));
    setAnnounced(`${decision === 'approve' ? 'Approving' : 'Rejecting'} ${countItems(decidable.length)}.`);
    decisions.mutate({ items: decidable, decision });
    if (next !== undefined) rows.current.get(next)?.focus();
  }
  function ask(decision: Decision) {
    const item = items[current];
    // Items arrive at the top and leave at any time, so that a key decides only an item on which the person is.
    if (marked.length === 0 && item && chosen === -1) {
      move(0);
      return setAnnounced(`Press again to decide “${item.title}”.`);
    }
    const of = marked.length > 0 ? marked : item ? [item] : [];
    const isRisky = decision === 'approve' && of.length > 1 && of.some(({ risk }) => risk === 'high');
    if (isRisky) setAsked(of);
    else decide(decision, of);
  }
  useShortcuts(
    items.length === 0
      ? {}
      : {
          nextItem: () => move(1),
          previousItem: () => move(-1),
          selectItem: () => toggle(items[current]),
          approveItems: () => ask('approve'),
          rejectItems: () => ask('reject'),
        },
  );

  return (
    <ListPage title="Inbox">
      <NotificationSetting />
      {inbox.error && <ErrorBanner error={inbox.error} onRetry={() => void inbox.refetch()} />}
      {inbox.isPending && <Waiting>Loading the inbox…</Waiting>}
      <FailedDecisions failures={decisions.data ?? []} onDismiss={() => decisions.reset()} />
      <p role="status" className="sr-only">
        {announced}
      </p>
      {inbox.data && items.length === 0 && (
        <p className="text-muted py-10 text-center">
          Nothing waits for you. Approvals, plans, proposals and questions of your agents appear here.
        </p>
      )}
      {marked.length > 0 && (
        <div role="group" aria-label="Selected items" className="flex flex-wrap items-center gap-2">
          <span className="text-muted mr-auto text-xs">{countItems(marked.length)} selected</span>
          <Button variant="primary" shortcut={shortcuts.approveItems} onClick={() => ask('approve')}>
            Approve selected
          </Button>
          <Button shortcut={shortcuts.rejectItems} onClick={() => ask('reject')}>
            Reject selected
          </Button>
        </div>
      )}
      <FramedList aria-label="Waiting for you">
        {items.map((item, index) => {
          const key = toItemKey(item);
          return (
            <InboxRow
              key={key}
              item={item}
              isTabStop={index === current}
              isCurrent={index === chosen}
              isSelected={selected.has(toSeenKey(item))}
              ref={(element) => {
                if (element) rows.current.set(key, element);
                else rows.current.delete(key);
              }}
              onFocus={() => setChosenKey(key)}
              onSelect={() => toggle(item)}
              onDecide={(decision) => decide(decision, [item])}
            />
          );
        })}
      </FramedList>
      {inbox.hasNextPage && (
        <Button className="self-center" isBusy={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          Older items
        </Button>
      )}
      {asked && (
        <Dialog isOpen onClose={() => setAsked(undefined)} title={`Approve ${countItems(asked.length)}?`}>
          <ul className="list-disc space-y-1 pl-4">
            {asked.map((item) => (
              <li key={toItemKey(item)} className="wrap-anywhere">
                {item.title}
                {item.risk === 'high' && <span className="text-removed"> (high risk)</span>}
              </li>
            ))}
          </ul>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(undefined)}>Cancel</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsked(undefined);
                decide('approve', asked);
              }}
            >
              Approve {countItems(asked.length)}
            </Button>
          </div>
        </Dialog>
      )}
    </ListPage>
  );
}

interface FailedDecisionsProps {
  readonly failures: readonly FailedDecision[];
  readonly onDismiss: () => void;
}

/** The decisions that failed, with the reason of each. */
function FailedDecisions({ failures, onDismiss }: FailedDecisionsProps) {
  if (failures.length === 0) return null;
  return (
    <Banner tone="error" actions={<Button onClick={onDismiss}>Dismiss</Button>}>
      {failures.map(({ item, error }) => `“${item.title}”: ${error.message}`).join('\n')}
    </Banner>
  );
}

/** Identifies the content of an item: an item that changes is no longer selected. */
function toSeenKey(item: InboxItemView): string {
  return `${toItemKey(item)} ${item.version}`;
}

function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
