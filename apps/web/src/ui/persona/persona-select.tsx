import { Check } from 'lucide-react';
import { Select } from 'radix-ui';
import { PersonaButton } from './persona-button.tsx';
import { personas } from './personas.ts';
import type { Persona } from './use-persona-choice.ts';

interface PersonaSelectProps {
  readonly persona: Persona;
  readonly onChoose: (persona: string) => void;
}

/** The button of the persona with the list of personas, which is open at first. */
export function PersonaSelect({ persona, onChoose }: PersonaSelectProps) {
  return (
    <Select.Root value={persona} onValueChange={onChoose} defaultOpen>
      <Select.Trigger asChild>
        <PersonaButton>
          <Select.Value>{personas.find(({ id }) => id === persona)?.label}</Select.Value>
        </PersonaButton>
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
