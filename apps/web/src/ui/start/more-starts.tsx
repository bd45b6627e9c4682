import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import { FileCode, Ship } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';
import { ImportLeftDialog } from './import-left-dialog.tsx';
import { StartOption } from './start-option.tsx';

const CatalogDialog = lazy(async () => ({ default: (await import('./catalog-dialog.tsx')).CatalogDialog }));
const ManifestsDialog = lazy(async () => ({ default: (await import('./manifests-dialog.tsx')).ManifestsDialog }));

/** Starts from a published chart or from manifests. */
export function MoreStarts() {
  const [open, setOpen] = useState<'catalog' | 'manifests'>();
  const [imported, setImported] = useState<ImportArchiveResponse>();
  const close = () => setOpen(undefined);

  function onImported(answer: ImportArchiveResponse) {
    if (answer.left.length === 0) return navigate(toWorkspacePath(answer.workspaceId));
    close();
    setImported(answer);
  }

  return (
    <>
      <StartOption
        icon={<Ship aria-hidden />}
        title="Start from ArtifactHub"
        description="Find a published chart and take over a version of it."
        onClick={() => setOpen('catalog')}
      />
      <StartOption
        icon={<FileCode aria-hidden />}
        title="Convert manifests"
        description="Make a chart of plain Kubernetes YAML."
        onClick={() => setOpen('manifests')}
      />
      <Suspense>
        {open === 'catalog' && <CatalogDialog onImported={onImported} onClose={close} />}
        {open === 'manifests' && <ManifestsDialog onClose={close} />}
      </Suspense>
      {imported && <ImportLeftDialog imported={imported} onClose={() => setImported(undefined)} />}
    </>
  );
}
