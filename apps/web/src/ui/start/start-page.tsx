import { guessWorkKind, type WorkKind, workKinds } from '@shipmate/domain/work-kind';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { useWorkspaces } from '../api/workspaces.ts';
import { PromptBox } from '../chat/prompt-box.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { DemoNotice } from '../model/demo-notice.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { TopBar } from '../navigation/top-bar.tsx';
import { Attention } from './attention.tsx';
import type { NewWork } from './start-work.ts';
import { WorkKindPicker, workWords } from './work-kinds.tsx';

const RepositoryChoice = lazy(async () => ({
  default: (await import('../repositories/repository-choice.tsx')).RepositoryChoice,
}));
const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));
const WorkspaceStarts = lazy(async () => ({ default: (await import('./workspace-starts.tsx')).WorkspaceStarts }));

/** Home: one box that starts any kind of work, what needs the person, and what is running. */
export function StartPage() {
  const session = useSignedInSession();
  const { model } = useModelChoice(session);
  const { hasCluster, hasRepositories } = session;
  const workspaces = useWorkspaces();
  const [prompt, setPrompt] = useState('');
  const [chosen, setChosen] = useState<WorkKind>();
  const promptBox = useRef<HTMLTextAreaElement>(null);
  const work = useStartWork();
  const [repositoryId, setRepositoryId] = useState<string>();
  const kind = chosen ?? guessWorkKind(prompt, { hasCluster, hasRepositories });
  const kinds = workKinds.filter((each) => each === 'chart' || (each === 'repository' ? hasRepositories : hasCluster));

  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-8 px-4 py-10 sm:py-16">
        <div className="space-y-2">
          <PageHeading className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">Home</PageHeading>
          <p className="text-muted leading-relaxed">
            Change a Helm chart or code, ask about a cluster, or have an issue fixed. You decide about every change.
          </p>
        </div>
        <section aria-label="New work" className="space-y-3">
          <PromptBox
            ref={promptBox}
            session={session}
            value={prompt}
            onChange={setPrompt}
            onSubmit={() => work.mutate({ kind, text: prompt.trim(), model: model?.id, repositoryId })}
            isSending={work.isPending}
            placeholder={
              hasCluster ? 'Describe a change, a question or an issue…' : 'Ask for a chart, or for a change to one…'
            }
            minRows={3}
          />
          {kinds.length > 1 && (
            <WorkKindPicker
              kind={kind}
              kinds={kinds}
              isGuessed={chosen === undefined && prompt.trim() !== ''}
              onChoose={setChosen}
            />
          )}
          <Suspense>
            {kind === 'repository' && <RepositoryChoice value={repositoryId} onChoose={setRepositoryId} />}
          </Suspense>
          {work.error && <ErrorBanner error={work.error} onDismiss={() => work.reset()} />}
          <ExamplePrompts
            examples={workWords[kind].examples}
            onPick={(example) => {
              setPrompt(example);
              setChosen(kind);
              promptBox.current?.focus();
            }}
          />
          <DemoNotice session={session} className="rounded-lg" />
        </section>
        <Suspense>
          {workspaces.data?.length === 0 && <Tour />}
          <Attention />
        </Suspense>
        <Suspense>
          <WorkspaceStarts />
        </Suspense>
      </main>
    </div>
  );
}

/** Starts work of any kind and opens its page. */
function useStartWork() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (work: NewWork) => (await import('./start-work.ts')).startWork(work),
    onSuccess: (address) => {
      void client.invalidateQueries();
      void navigate(address);
    },
  });
}

interface ExamplePromptsProps {
  readonly examples: readonly string[];
  readonly onPick: (example: string) => void;
}

/** Example prompts; choosing one fills the box without sending it. */
function ExamplePrompts({ examples, onPick }: ExamplePromptsProps) {
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
