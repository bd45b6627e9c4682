import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import { useNavigate } from '@tanstack/react-router';
import { FileCode, Ship } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { workspaceAddress } from '../router/addresses.ts';

const CatalogDialog = lazy(async () => ({ default: (await import('./catalog-dialog.tsx')).CatalogDialog }));
const ManifestsDialog = lazy(async () => ({ default: (await import('./manifests-dialog.tsx')).ManifestsDialog }));

const ImportLeftDialog = lazy(async () => ({
  default: (await import('../workspace/import-left-dialog.tsx')).ImportLeftDialog,
}));

/** Starts from a published chart or from manifests. */
export function MoreStarts() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'catalog' | 'manifests'>();
  const [imported, setImported] = useState<ImportArchiveResponse>();
  const close = () => setOpen(undefined);

  function onImported(answer: ImportArchiveResponse) {
    if (answer.left.length === 0) return void navigate(workspaceAddress(answer.workspaceId));
    close();
    setImported(answer);
  }

  return (
    <>
      <StartOption
        icon={<Ship aria-hidden />}
        title="Start from ArtifactHub"
        description="Find a published chart and import a version of it."
        onClick={() => setOpen('catalog')}
      />
      <StartOption
        icon={<FileCode aria-hidden />}
        title="Convert manifests"
        description="Create a chart from plain Kubernetes YAML."
        onClick={() => setOpen('manifests')}
      />
      <Suspense>
        {open === 'catalog' && <CatalogDialog onImported={onImported} onClose={close} />}
        {open === 'manifests' && <ManifestsDialog onClose={close} />}
      </Suspense>
      {imported && (
        <Suspense>
          <ImportLeftDialog imported={imported} onClose={() => setImported(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface StartOptionProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly description: string;
  readonly onClick: () => void;
}

/** A button that starts work by opening a dialog. */
function StartOption({ icon, title, description, onClick }: StartOptionProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="border-line bg-surface hover:border-edge [&_svg]:text-accent flex w-full items-center gap-3 rounded-lg border px-4 py-3 text-left transition-colors [&_svg]:size-5 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="text-muted block text-xs">{description}</span>
      </span>
    </button>
  );
}
