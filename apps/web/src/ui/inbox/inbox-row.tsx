import type { InboxItemView } from '@shipmate/protocol/web/inbox';
import type { Ref } from 'react';
import { describeExpiry } from '../approvals/approval-words.ts';
import { Button } from '../components/button.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { RiskLabel } from '../components/risk-label.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { Link } from '../router/link.tsx';
import { describeOrigin, kindWords, toItemAddress } from './inbox-words.ts';
import { RelativeTime } from '../time/relative-time.tsx';

interface InboxRowProps {
  readonly item: InboxItemView;
  readonly isTabStop: boolean;
  /** True for the item that shortcuts apply to while none is selected. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly ref: Ref<HTMLElement>;
  readonly onFocus: () => void;
  readonly onSelect: () => void;
  readonly onDecide: (decision: InboxItemView['decisions'][number]) => void;
}

/** One waiting item: its effect, origin and expiry, and the decisions that it allows. */
export function InboxRow({ item, isTabStop, isCurrent, isSelected, ref, onFocus, onSelect, onDecide }: InboxRowProps) {
  const { kind, title, effects, preview, risk, decisions, createdAt, expiresAt } = item;
  const address = toItemAddress(item);
  return (
    <li>
      <article
        ref={ref}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={title}
        onFocus={onFocus}
        className="data-[current=true]:bg-raised/50 space-y-2 px-4 py-3 -outline-offset-2"
        data-current={isCurrent}
      >
        <header className="flex items-start gap-3">
          <input
            type="checkbox"
            aria-label={`Select “${title}”`}
            aria-keyshortcuts={shortcuts.selectItem.ariaKeys}
            checked={isSelected}
            onChange={onSelect}
            className="accent-accent mt-0.5 size-4 shrink-0"
          />
          <h2 className="min-w-0 flex-1 font-medium wrap-anywhere">{title}</h2>
          {risk !== null && <RiskLabel level={risk} />}
        </header>
        <div className="space-y-2 pl-7 text-xs max-sm:pl-0">
          <p className="text-muted flex flex-wrap gap-x-3 gap-y-0.5">
            <span>{kindWords[kind]}</span>
            <span className="wrap-anywhere">{describeOrigin(item)}</span>
            <RelativeTime at={createdAt} />
            {expiresAt !== null && (
              <time dateTime={expiresAt} className="text-caution">
                {describeExpiry(new Date(expiresAt), new Date())}
              </time>
            )}
          </p>
          {effects.length > 0 && (
            <ul className="list-disc space-y-0.5 pl-4">
              {effects.map((effect) => (
                <li key={effect} className="wrap-anywhere">
                  {effect}
                </li>
              ))}
            </ul>
          )}
          {preview !== null && <DiffBlock text={preview} />}
          <div className="flex flex-wrap items-center gap-2">
            {decisions.includes('approve') && (
              <Button variant="primary" shortcut={shortcuts.approveItems} onClick={() => onDecide('approve')}>
                Approve
              </Button>
            )}
            {decisions.includes('reject') && (
              <Button shortcut={shortcuts.rejectItems} onClick={() => onDecide('reject')}>
                Reject
              </Button>
            )}
            {address && (
              <Link {...address} className="text-accent px-1 underline underline-offset-2">
                {decisions.includes('approve') ? 'Open' : 'Open to answer'}
              </Link>
            )}
          </div>
        </div>
      </article>
    </li>
  );
}
