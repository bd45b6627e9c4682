import type { SessionResponse } from '@shipmate/protocol';
import { Check, ChevronDown } from 'lucide-react';
import { Select } from 'radix-ui';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { toModelLabel, toPriceLabel } from './model-label.ts';
import { useModelChoice } from './use-model-choice.ts';

/** Chooses the model that answers the next message. */
export function ModelPicker({ session }: { session: SessionResponse }) {
  const { model, choose } = useModelChoice(session);
  usePaletteActions(
    session.models
      .filter(({ id }) => id !== model?.id)
      .map((choice) => ({
        id: `model.${choice.id}`,
        group: 'Model',
        label: `Use ${toModelLabel(choice)}`,
        keywords: ['switch model', choice.id],
        run: () => choose(choice.id),
      })),
  );
  if (!model) return null;
  return (
    <Select.Root value={model.id} onValueChange={choose}>
      <Select.Trigger
        aria-label="Model"
        className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs transition-colors"
      >
        <span className="truncate">
          <Select.Value>{toModelLabel(model)}</Select.Value>
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content
          position="popper"
          side="top"
          sideOffset={4}
          collisionPadding={8}
          className="border-line bg-surface z-50 max-h-(--radix-select-content-available-height) max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg border p-1 shadow-lg"
        >
          <Select.Viewport>
            {session.models.map((choice) => (
              <Select.Item
                key={choice.id}
                value={choice.id}
                className="data-highlighted:bg-raised flex min-h-8 cursor-pointer items-center gap-2 rounded-md py-1 pr-3 pl-2 text-xs outline-none"
              >
                <span className="size-3.5 shrink-0">
                  <Select.ItemIndicator>
                    <Check aria-hidden className="text-accent size-3.5" />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>
                  <span className="block">{toModelLabel(choice)}</span>{' '}
                  <span className="text-muted block text-2xs tabular-nums">{toPriceLabel(choice)}</span>
                </Select.ItemText>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}
