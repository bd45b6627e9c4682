import type { LinkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Link } from '../router/link.tsx';
import { RelativeTime } from '../time/relative-time.tsx';

interface LinkRowProps {
  readonly address: LinkOptions;
  readonly about: string;
  readonly createdAt: string;
  /** State of the item. */
  readonly children: ReactNode;
}

/** A linked row of a list: subject, state and age. */
export function LinkRow({ address, about, createdAt, children }: LinkRowProps) {
  return (
    <li>
      <Link {...address} className="hover:bg-raised block space-y-1 px-4 py-2.5 -outline-offset-2">
        <span className="line-clamp-2 wrap-anywhere">{about}</span>
        <span className="text-muted flex flex-wrap items-center gap-x-3 text-xs">
          {children}
          <RelativeTime at={createdAt} className="ml-auto" />
        </span>
      </Link>
    </li>
  );
}
