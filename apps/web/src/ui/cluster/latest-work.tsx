import type { ReactNode } from 'react';
import { FramedList } from '../components/framed-list.tsx';
import { LinkRow } from '../navigation/link-row.tsx';

const maxShown = 5;

export interface Work {
  readonly id: string;
  readonly href: string;
  readonly about: string;
  readonly status: ReactNode;
  readonly createdAt: string;
}

/** Work of one kind on a cluster, newest first, each with its subject and state. */
export function LatestWork({ title, works }: { readonly title: string; readonly works: readonly Work[] }) {
  const headingId = `${title.toLowerCase()}-heading`;
  if (works.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="space-y-2">
      <h2 id={headingId} className="font-semibold">
        {title}
      </h2>
      <FramedList className="text-xs">
        {works.slice(0, maxShown).map(({ id, href, about, status, createdAt }) => (
          <LinkRow key={id} href={href} about={about} createdAt={createdAt}>
            {status}
          </LinkRow>
        ))}
      </FramedList>
    </section>
  );
}
