import type { SessionResponse } from '@shipmate/protocol/web/session';
import { ArrowRight, Package } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCreateWorkspace, useWorkspaces } from '../api/workspaces.ts';
import { PromptBox } from '../chat/prompt-box.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Spinner } from '../components/spinner.tsx';
import { DemoNotice } from '../model/demo-notice.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { TopBar } from '../navigation/top-bar.tsx';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';
import { ImportChart } from './import-chart.tsx';
import { MoreStarts } from './more-starts.tsx';
import { RecentWorkspaces } from './recent-workspaces.tsx';

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

/** Opens the sample chart; creates it first when the organization has none. */
function SampleChartButton() {
  const workspaces = useWorkspaces();
  const create = useCreateWorkspace();

  function open() {
    const existing = workspaces.data?.find(({ createdType }) => createdType === 'sample');
    if (existing) navigate(toWorkspacePath(existing.id));
    else create.mutate({ template: 'sample' }, { onSuccess: (made) => navigate(toWorkspacePath(made.workspaceId)) });
  }

  return (
    <div className="space-y-2">
      <button
        type="button"
        disabled={workspaces.isPending}
        aria-busy={create.isPending}
        onClick={open}
        className="border-line bg-surface hover:border-edge group flex w-full items-center gap-3 rounded-lg border px-4 py-3 text-left transition-colors"
      >
        <Package aria-hidden className="text-accent size-5 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">Open the sample chart</span>
          <span className="text-muted block text-xs">A ready-made chart to try requests on.</span>
        </span>
        {create.isPending ? (
          <Spinner />
        ) : (
          <ArrowRight
            aria-hidden
            className="text-muted size-4 shrink-0 transition-transform group-hover:translate-x-0.5"
          />
        )}
      </button>
      {create.error && <ErrorBanner error={create.error} />}
    </div>
  );
}

const examples = [
  'Add redis as a dependency and set 3 replicas',
  'Add an Ingress for example.com',
  'Scale on CPU with a HorizontalPodAutoscaler',
  'Explain what this chart deploys',
] as const;

/** Example prompts; choosing one fills the box without sending it. */
function ExamplePrompts({ onPick }: { onPick: (example: string) => void }) {
  return (
    <ul aria-label="Example prompts" className="flex flex-wrap gap-2">
      {examples.map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => onPick(example)}
            className="border-line bg-surface text-muted hover:border-edge hover:text-ink rounded-full border px-3 py-1.5 text-left text-xs transition-colors"
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The link to the organization's usage and audit log. */
function OrganizationLink({ name }: { name: string }) {
  return (
    <p className="text-muted text-xs">
      <Link href="/organization" className="hover:text-ink underline underline-offset-2">
        Usage, limits and audit of {name}
      </Link>
    </p>
  );
}
