import type { ReactNode } from 'react';
import { TopBar } from './top-bar.tsx';
import { Trail, type TrailStep } from './trail.tsx';

interface DetailPageProps {
  /** The pages above this one, outermost first. */
  readonly parents: readonly TrailStep[];
  readonly title: string;
  readonly children: ReactNode;
}

/** The page of one item of a list. */
export function DetailPage({ parents, title, children }: DetailPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <Trail parents={parents} title={title} />
      </TopBar>
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-6 px-4 py-6">{children}</main>
    </div>
  );
}
