import type { ReactNode } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { TopBar } from './top-bar.tsx';

interface ListPageProps {
  readonly title: string;
  /** Actions beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that lists items of one kind. */
export function ListPage({ title, actions, children }: ListPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-4 py-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <PageHeading className="mr-auto text-xl font-semibold tracking-tight">{title}</PageHeading>
          {actions}
        </div>
        {children}
      </main>
    </div>
  );
}
