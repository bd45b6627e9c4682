import type { ModelChoice } from '@shipmate/protocol/web/session';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { ModelButton } from './model-button.tsx';
import { toModelLabel, toPriceLabel } from './model-words.ts';

interface ModelMenuProps {
  readonly models: readonly ModelChoice[];
  readonly model: ModelChoice;
  readonly onChoose: (id: string) => void;
}

/** The button of the model with its menu, which is open at first. */
export function ModelMenu({ models, model, onChoose }: ModelMenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <ModelButton label={toModelLabel(model)} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="border-line bg-surface z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border p-1 text-xs shadow-lg"
        >
          <DropdownMenu.RadioGroup value={model.id} onValueChange={onChoose}>
            {models.map((choice) => (
              <DropdownMenu.RadioItem
                key={choice.id}
                value={choice.id}
                className="data-highlighted:bg-raised flex min-h-8 cursor-pointer items-center gap-2 rounded-md py-1 pr-3 pl-2 outline-none"
              >
                <span className="size-3.5 shrink-0">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden className="text-accent size-3.5" />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <span className="block">{toModelLabel(choice)}</span>{' '}
                  <span className="text-muted block text-2xs tabular-nums">{toPriceLabel(choice)}</span>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
