import type { DiagramView } from '@shipmate/protocol/web/diagrams';
import { useNavigate } from '@tanstack/react-router';
import { Copy, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { codeMapAddress, diagramAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { useChangeDiagram, useCreateDiagram, useDeleteDiagram } from './diagram-queries.ts';
import { menuItemLook, menuLook } from './panel/node-actions.tsx';

interface DiagramTabsProps {
  readonly repositoryId: string;
  readonly diagrams: readonly DiagramView[];
  readonly current: DiagramView;
}

/** The stored diagrams of a repository as links, with the actions of the current one. */
export function DiagramTabs({ repositoryId, diagrams, current }: DiagramTabsProps) {
  return (
    <div className="border-line bg-surface flex shrink-0 items-center gap-1 border-b px-2">
      <nav aria-label="Diagrams" className="min-w-0 flex-1 overflow-x-auto">
        <ul className="flex">
          {diagrams.map(({ id, name }) => (
            <li key={id}>
              <Link
                {...diagramAddress(repositoryId, id)}
                activeOptions={{ exact: true, includeSearch: false }}
                className={classNames(
                  'flex h-9 max-w-48 items-center border-b-2 px-2.5 text-xs -outline-offset-2',
                  id === current.id ? 'border-accent font-medium' : 'text-muted hover:text-ink border-transparent',
                )}
              >
                <span className="truncate">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <TabMenu key={current.id} repositoryId={repositoryId} diagram={current} />
      <Link
        {...codeMapAddress(repositoryId)}
        aria-label="New diagram"
        data-tooltip="New diagram"
        className="text-muted hover:bg-raised hover:text-ink inline-flex size-8 shrink-0 items-center justify-center rounded-md [&_svg]:size-4"
      >
        <Plus aria-hidden />
      </Link>
    </div>
  );
}

/** Renames, duplicates or deletes the current diagram. */
function TabMenu({ repositoryId, diagram }: { readonly repositoryId: string; readonly diagram: DiagramView }) {
  const [opened, setOpened] = useState<'rename' | 'delete'>();
  const [name, setName] = useState(diagram.name);
  const [description, setDescription] = useState(diagram.description ?? '');
  const navigate = useNavigate();
  const change = useChangeDiagram(diagram.id);
  const create = useCreateDiagram(repositoryId);
  const remove = useDeleteDiagram(diagram.id);
  const close = () => setOpened(undefined);
  function duplicate() {
    const { request } = diagram;
    create.mutate(
      { name: diagram.name, description: diagram.description, request },
      { onSuccess: ({ id }) => void navigate(diagramAddress(repositoryId, id)) },
    );
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label="Actions of this diagram">
            <EllipsisVertical />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" collisionPadding={8} className={menuLook}>
            <DropdownMenu.Item className={menuItemLook} onSelect={() => setOpened('rename')}>
              <Pencil aria-hidden className="size-3.5" /> Rename…
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menuItemLook} onSelect={duplicate}>
              <Copy aria-hidden className="size-3.5" /> Duplicate
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className={classNames(menuItemLook, 'text-removed')}
              onSelect={() => setOpened('delete')}
            >
              <Trash2 aria-hidden className="size-3.5" /> Delete…
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {create.error && <ErrorBanner error={create.error} onDismiss={() => create.reset()} />}
      <Dialog isOpen={opened === 'rename'} onClose={close} title="Rename diagram">
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ name: name.trim(), description: description.trim() || null }, { onSuccess: close });
          }}
        >
          <TextField
            label="Name"
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="Description"
            maxLength={1_000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
          {change.error && <ErrorBanner error={change.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" isBusy={change.isPending} disabled={name.trim() === ''}>
              Rename diagram
            </Button>
          </div>
        </form>
      </Dialog>
      <Dialog
        isOpen={opened === 'delete'}
        onClose={close}
        title="Delete diagram"
        description={`“${diagram.name}” is deleted for everyone in the organization. The code map stays.`}
      >
        {remove.error && <ErrorBanner error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep</Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => void navigate(codeMapAddress(repositoryId)) })}
          >
            Delete diagram
          </Button>
        </div>
      </Dialog>
    </>
  );
}
