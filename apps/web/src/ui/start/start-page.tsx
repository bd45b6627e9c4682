import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useRef, useState } from 'react';
import { useCreateWorkspace } from '../api/workspaces.ts';
import { PromptBox } from '../chat/prompt-box.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { DemoNotice } from '../model/demo-notice.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { TopBar } from '../navigation/top-bar.tsx';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';
import { ExamplePrompts } from './example-prompts.tsx';
import { ImportChart } from './import-chart.tsx';
import { MoreStarts } from './more-starts.tsx';
import { OrganizationLink } from './organization-link.tsx';
import { RecentWorkspaces } from './recent-workspaces.tsx';
import { SampleChartButton } from './sample-chart-button.tsx';

/** The start page: a prompt creates a workspace and its first answer. */
export function StartPage({ session }: { session: SessionResponse }) {
  const { model } = useModelChoice(session);
  const [prompt, setPrompt] = useState('');
  const promptBox = useRef<HTMLTextAreaElement>(null);
  const create = useCreateWorkspace();

  function submit() {
    create.mutate(
      { prompt: prompt.trim(), ...(model ? { model: model.id } : {}) },
      { onSuccess: ({ workspaceId }) => navigate(toWorkspacePath(workspaceId)) },
    );
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-8 px-4 py-10 sm:py-16">
        <div className="space-y-2">
          <PageHeading className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
            Change a Helm chart by asking
          </PageHeading>
          <p className="text-muted leading-relaxed">
            An agent reads the chart and edits its files. You review every line before it counts.
          </p>
        </div>
        <section aria-label="New workspace" className="space-y-3">
          <PromptBox
            ref={promptBox}
            session={session}
            value={prompt}
            onChange={setPrompt}
            onSubmit={submit}
            isSending={create.isPending}
            placeholder="Ask for a chart, or for a change to one…"
            minRows={3}
          />
          {create.error && <ErrorBanner error={create.error} onDismiss={() => create.reset()} />}
          <ExamplePrompts
            onPick={(example) => {
              setPrompt(example);
              promptBox.current?.focus();
            }}
          />
          <DemoNotice session={session} className="rounded-lg" />
        </section>
        <div className="space-y-3">
          <SampleChartButton />
          <ImportChart />
          <MoreStarts />
        </div>
        <RecentWorkspaces />
        <OrganizationLink name={session.organization.name} />
      </main>
    </div>
  );
}
