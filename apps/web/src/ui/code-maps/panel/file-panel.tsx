import type { LineRange } from '@shipmate/domain/code-map';
import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { useRepositoryFile } from '../../repositories/repository-queries.ts';

const CodeViewer = lazy(async () => ({ default: (await import('./code-viewer.tsx')).CodeViewer }));

interface FilePanelProps {
  readonly repositoryId: string;
  readonly commit: string;
  readonly path: string;
  readonly range: LineRange | undefined;
  readonly onClose: () => void;
}

/** A file of the drawn commit beside the diagram. */
export function FilePanel({ repositoryId, commit, path, range, onClose }: FilePanelProps) {
  const file = useRepositoryFile(repositoryId, { commit }, path);
  const lines =
    range && (range.endLine === range.startLine ? `:${range.startLine}` : `:${range.startLine}-${range.endLine}`);
  return (
    <section aria-label="File" className="flex min-h-0 flex-1 flex-col">
      <div className="border-line flex items-center gap-2 border-b py-1 pr-1 pl-3">
        <h2 className="min-w-0 flex-1 font-mono text-2xs wrap-anywhere">
          {path}
          <span className="text-muted">{lines}</span>
        </h2>
        <IconButton label="Close file" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {file.error && <ErrorBanner error={file.error} onRetry={() => void file.refetch()} />}
      {file.isPending && <Waiting>Loading the file…</Waiting>}
      {file.data?.content === null && (
        <EmptyState>
          {file.data.reason === 'binary' ? 'This is a binary file.' : 'This file has more than 1 MB.'}
        </EmptyState>
      )}
      {typeof file.data?.content === 'string' && (
        <div className="min-h-0 flex-1">
          <Suspense fallback={<Waiting>Loading the viewer…</Waiting>}>
            <CodeViewer path={path} content={file.data.content} range={range} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
