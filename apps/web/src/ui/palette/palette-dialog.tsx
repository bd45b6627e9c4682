import { Command, defaultFilter } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { PaletteAction, PaletteSearch } from './palette-registry.tsx';

export interface PaletteDialogProps {
  readonly actions: readonly PaletteAction[];
  readonly search: PaletteSearch;
  readonly onClose: () => void;
}

/**
 * Finds an action by a few of its letters, and runs it after the palette has closed, so that the action can place the
 * focus.
 */
export function PaletteDialog({ actions: offered, search, onClose }: PaletteDialogProps) {
  const [opener] = useState(() => document.activeElement);
  const chosen = useRef<PaletteAction>(null);
  const [typed, setTyped] = useState('');
  const found = useFound(typed.trim(), search);
  const actions = [...offered, ...found];
  const byId = new Map(actions.map((action) => [action.id, action]));

  function rate(id: string, letters: string): number {
    const action = byId.get(id);
    return action ? rateAction(action, letters) : 0;
  }
  function finish(event: Event) {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
    chosen.current?.run();
  }

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={finish}
          className="border-line bg-surface fixed top-[12dvh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-xl border shadow-xl outline-none"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette" loop filter={rate}>
            <div className="border-line flex items-center gap-2 border-b px-4">
              <Search aria-hidden className="text-muted size-4 shrink-0" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder="Search pages, work and actions…"
                className="placeholder:text-muted h-11 min-w-0 flex-1 bg-transparent text-base outline-none sm:text-sm"
              />
            </div>
            <Command.List label="Actions" className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-1.5">
              <Command.Empty className="text-muted p-6 text-center text-xs">No matches.</Command.Empty>
              {groupActions(actions, typed).map(([group, members]) => (
                <Command.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium"
                >
                  {members.map((action) => (
                    <Command.Item
                      key={action.id}
                      value={action.id}
                      onSelect={() => {
                        chosen.current = action;
                        onClose();
                      }}
                      className="data-[selected=true]:bg-raised flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-xs"
                    >
                      <span className="min-w-0 flex-1 truncate">{action.label}</span>
                      {action.hint !== undefined && <kbd className="text-muted font-mono text-2xs">{action.hint}</kbd>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const searchDelayMs = 200;

/** The results of a search for the typed text, which follow a pause in typing; none for a single letter. */
function useFound(typed: string, search: PaletteSearch): readonly PaletteAction[] {
  const [found, setFound] = useState<readonly PaletteAction[]>([]);
  useEffect(() => {
    if (typed.length < 2) return setFound([]);
    const aborter = new AbortController();
    const show = (actions: readonly PaletteAction[]) => !aborter.signal.aborted && setFound(actions);
    const timer = setTimeout(() => void search(typed, aborter.signal).then(show), searchDelayMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [typed, search]);
  return found;
}

/** The rating of a search result whose label does not contain the typed text. */
const foundRating = 0.01;

/**
 * Rates how well an action matches the typed text, zero for no match; a file whose path contains the text ranks before
 * any other action.
 */
export function rateAction(
  { label, keywords = [], group, isFile = false, isFound = false }: PaletteAction,
  typed: string,
): number {
  const rating = defaultFilter([label, ...keywords, group].join(' '), typed);
  if (isFound) return Math.max(rating, foundRating);
  return isFile && label.toLowerCase().includes(typed.trim().toLowerCase()) ? 1 + rating : rating;
}

/** Groups actions under their headings; for typed text, the heading with the best match comes first. */
export function groupActions(
  actions: readonly PaletteAction[],
  typed: string,
): readonly (readonly [heading: string, members: readonly PaletteAction[]])[] {
  const groups = [...Map.groupBy(actions, ({ group }) => group)];
  if (typed.trim() === '') return groups;
  const best = (members: readonly PaletteAction[]) => Math.max(...members.map((action) => rateAction(action, typed)));
  return groups.toSorted(([, left], [, right]) => best(right) - best(left));
}
