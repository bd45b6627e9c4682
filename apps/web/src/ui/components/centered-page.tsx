import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { PageHeading } from './page-heading.tsx';

/** A page with a single message. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 px-5 py-10">
      <Logo className="size-10" />
      <PageHeading className="text-xl font-semibold tracking-tight">{title}</PageHeading>
      {children}
    </main>
  );
}
