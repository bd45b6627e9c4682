import { Check, ChevronDown } from 'lucide-react';
import { Select } from 'radix-ui';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { usePersonaChoice, type Persona } from './use-persona-choice.ts';

const personas: readonly { readonly id: Persona; readonly label: string; readonly reach: string }[] = [
  { id: 'developer', label: 'Developer', reach: 'changes every file' },
  { id: 'operator', label: 'Operator', reach: 'changes values files only' },
];

/** Chooses the scope of changes of the next answer. */
export function PersonaPicker() {
  const { persona, choose } = usePersonaChoice();
  usePaletteActions(
    personas
      .filter(({ id }) => id !== persona)
      .map(({ id, label, reach }) => ({
        id: `persona.${id}`,
        group: 'Chat',
        label: `Ask as ${label.toLowerCase()}`,
        keywords: ['persona', reach],
        run: () => choose(id),
      })),
  );
  return (
    <Select.Root value={persona} onValueChange={choose}>
      <Select.Trigger
        aria-label="Persona"
        className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs transition-colors"
      >
        <Select.Value>{personas.find(({ id }) => id === persona)?.label}</Select.Value>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content
          position="popper"
          side="top"
          sideOffset={4}
          collisionPadding={8}
          className="border-line bg-surface z-50 max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg border p-1 shadow-lg"
        >
          <Select.Viewport>
            {personas.map(({ id, label, reach }) => (
              <Select.Item
                key={id}
                value={id}
                className="data-highlighted:bg-raised flex h-8 cursor-pointer items-center gap-2 rounded-md pr-3 pl-2 text-xs outline-none"
              >
                <span className="size-3.5">
                  <Select.ItemIndicator>
                    <Check aria-hidden className="text-accent size-3.5" />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{label}</Select.ItemText>
                <span className="text-muted">{reach}</span>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}
