import { FilePlus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TextField } from '../components/text-field.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { Waiting } from '../components/waiting.tsx';
import { FoundPassages } from './found-passages.tsx';
import { PatternForm } from './pattern-form.tsx';
import { PatternRow } from './pattern-row.tsx';
import { usePatterns } from './patterns-query.ts';
import { emptyDocument } from './to-document.ts';

/** How the organization wants things done, as agents find it. */
export function PatternsPage() {
  const patterns = usePatterns();
  const [isAdding, setAdding] = useState(false);
  const [question, setQuestion] = useState('');
  const words = useDeferredValue(question.trim());
  const close = () => setAdding(false);
  const { patterns: documents = [], mayChange = false } = patterns.data ?? {};
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-4 py-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <PageHeading className="mr-auto text-xl font-semibold tracking-tight">Patterns and policies</PageHeading>
          {mayChange && (
            <Button variant="primary" icon={<FilePlus aria-hidden />} onClick={() => setAdding(true)}>
              New document
            </Button>
          )}
        </div>
        {documents.length > 0 && (
          <TextField
            label="What do agents find for"
            type="search"
            value={question}
            maxLength={1_000}
            placeholder="how long are backups kept"
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
        {patterns.error && <ErrorBanner error={patterns.error} onRetry={() => void patterns.refetch()} />}
        {patterns.isPending && <Waiting>Loading the documents…</Waiting>}
        {patterns.data && documents.length === 0 && (
          <p role="status" className="text-muted py-10 text-center">
            Nothing is written down yet. {mayChange ? 'Add how' : 'Owners add how'} things are done here, and agents
            keep to it when they recommend or write manifests.
          </p>
        )}
        {words === '' ? (
          <ul
            aria-label="Documents"
            className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden"
          >
            {documents.map((pattern) => (
              <PatternRow key={pattern.id} pattern={pattern} mayChange={mayChange} />
            ))}
          </ul>
        ) : (
          <FoundPassages words={words} />
        )}
      </main>
      <Dialog isOpen={isAdding} isWide onClose={close} title="New document">
        <PatternForm document={emptyDocument} onSaved={close} />
      </Dialog>
    </div>
  );
}
