import type { ReactNode } from 'react';
import { FramedList } from '../components/framed-list.tsx';
import { Link } from '../router/link.tsx';
import { toAge } from '../time/age.ts';

const maxShown = 5;

export interface Work {
  readonly id: string;
  readonly href: string;
  readonly about: string;
  readonly status: ReactNode;
  readonly createdAt: string;
}

/** Work of one kind on a cluster, newest first: what it is about and how it stands. */
export function LatestWork({ title, works }: { readonly title: string; readonly works: readonly Work[] }) {
  const headingId = `${title.toLowerCase()}-heading`;
  if (works.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="space-y-2">
      <h2 id={headingId} className="font-semibold">
        {title}
      </h2>
      <FramedList>
        {works.slice(0, maxShown).map(({ id, href, about, status, createdAt }) => (
          <li key={id}>
            <Link href={href} className="hover:bg-raised block space-y-1 px-3 py-2 text-xs -outline-offset-2">
              <span className="line-clamp-2 wrap-anywhere">{about}</span>
              <span className="flex items-center gap-2">
                {status}
                <time dateTime={createdAt} className="text-muted ml-auto">
                  {toAge(new Date(createdAt), new Date())}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </FramedList>
    </section>
  );
}
