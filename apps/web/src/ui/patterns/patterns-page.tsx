import type { PatternSummary } from '@shipmate/protocol/web/patterns';
import { FilePlus, Pencil, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { TextField } from '../components/text-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { PatternForm } from './pattern-form.tsx';
import { useDeletePattern, usePattern, usePatternSearch, usePatterns } from './patterns-query.ts';
import { emptyDocument, toDocument } from './to-document.ts';

/** The patterns and standards of the organization, as agents find them. */
export function PatternsPage() {
  const patterns = usePatterns();
  const [isAdding, setAdding] = useState(false);
  const [question, setQuestion] = useState('');
  const words = useDeferredValue(question.trim());
  const close = () => setAdding(false);
  const { patterns: documents = [], mayChange = false } = patterns.data ?? {};
  return (
    <ListPage
      title="Patterns and policies"
      actions={
        mayChange && (
          <Button variant="primary" icon={<FilePlus aria-hidden />} onClick={() => setAdding(true)}>
            New document
          </Button>
        )
      }
    >
      {documents.length > 0 && (
        <TextField
          label="Search as an agent"
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
        <EmptyState>
          No documents yet. {mayChange ? 'Add' : 'Owners add'} your patterns and policies; agents follow them when they
          recommend or write manifests.
        </EmptyState>
      )}
      {words === '' ? (
        <FramedList aria-label="Documents">
          {documents.map((pattern) => (
            <PatternRow key={pattern.id} pattern={pattern} mayChange={mayChange} />
          ))}
        </FramedList>
      ) : (
        <FoundPassages words={words} />
      )}
      <Dialog isOpen={isAdding} isWide onClose={close} title="New document">
        <PatternForm document={emptyDocument} onSaved={close} />
      </Dialog>
    </ListPage>
  );
}

/** The passages that agents find for a query, in the same order. */
function FoundPassages({ words }: { readonly words: string }) {
  const search = usePatternSearch(words);
  if (search.error) return <ErrorBanner error={search.error} onRetry={() => void search.refetch()} />;
  if (!search.data) return <Waiting>Searching…</Waiting>;
  if (search.data.length === 0) {
    return <EmptyState>No matches.</EmptyState>;
  }
  return (
    <ol
      aria-label="Found passages"
      className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border"
    >
      {search.data.map(({ pattern, heading, body }) => (
        <li key={`${pattern.id} ${heading} ${body}`} className="space-y-1 px-4 py-3">
          <p className="font-medium wrap-anywhere">
            {[pattern.title, heading].filter((part) => part !== '').join(' › ')}
          </p>
          <PatternLabels pattern={pattern} />
          <p className="line-clamp-6 text-xs wrap-anywhere whitespace-pre-line">{body}</p>
        </li>
      ))}
    </ol>
  );
}

interface PatternRowProps {
  readonly pattern: PatternSummary;
  readonly mayChange: boolean;
}

/** One document; with its actions for owners. */
function PatternRow({ pattern, mayChange }: PatternRowProps) {
  const { id, title, source } = pattern;
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  return (
    <li aria-label={title} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <PatternLabels pattern={pattern} />
        {source !== null && (
          <a
            href={source}
            rel="noreferrer"
            target="_blank"
            className="text-accent block text-xs wrap-anywhere underline"
          >
            {source}
          </a>
        )}
      </div>
      {mayChange && (
        <div className="flex gap-2">
          <Button aria-label={`Edit ${title}`} icon={<Pencil aria-hidden />} onClick={() => setOpened('edit')} />
          <Button aria-label={`Delete ${title}`} icon={<Trash2 aria-hidden />} onClick={() => setOpened('delete')} />
        </div>
      )}
      <Dialog isOpen={opened === 'edit'} isWide onClose={close} title="Edit document">
        <EditPattern patternId={id} onSaved={close} />
      </Dialog>
      <Dialog
        isOpen={opened === 'delete'}
        onClose={close}
        title="Delete document"
        description={`Agents will no longer find “${title}”.`}
      >
        <DeletePattern patternId={id} onKeep={close} />
      </Dialog>
    </li>
  );
}

interface EditPatternProps {
  readonly patternId: string;
  readonly onSaved: () => void;
}

/** Loads a document for editing. */
function EditPattern({ patternId, onSaved }: EditPatternProps) {
  const pattern = usePattern(patternId);
  if (pattern.error) return <ErrorBanner error={pattern.error} onRetry={() => void pattern.refetch()} />;
  if (!pattern.data) return <Waiting>Loading the document…</Waiting>;
  return <PatternForm document={toDocument(pattern.data)} onSaved={onSaved} />;
}

interface DeletePatternProps {
  readonly patternId: string;
  readonly onKeep: () => void;
}

/** Confirms the deletion of a document. */
function DeletePattern({ patternId, onKeep }: DeletePatternProps) {
  const remove = useDeletePattern(patternId);
  return (
    <>
      {remove.error && <ErrorBanner error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onKeep}>Keep</Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete document
        </Button>
      </div>
    </>
  );
}

/** The kind of a document, and its tags. */
function PatternLabels({ pattern: { kind, tags } }: { readonly pattern: PatternSummary }) {
  return (
    <span className="text-muted flex flex-wrap gap-1.5 text-xs">
      <span className={kind === 'policy' ? 'text-accent font-medium' : undefined}>{kind}</span>
      {tags.map((tag) => (
        <span key={tag} className="bg-raised rounded px-1.5 wrap-anywhere">
          {tag}
        </span>
      ))}
    </span>
  );
}
