import type { ModelChoice, SessionResponse } from '@shipmate/protocol/web/session';
import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useModelChoice } from './use-model-choice.ts';

/** Chooses the model for the next message; each model shows its provider and price. */
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
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Model: ${toModelLabel(model)}`}
        className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs transition-colors"
      >
        <span className="truncate">{toModelLabel(model)}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="border-line bg-surface z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border p-1 text-xs shadow-lg"
        >
          <DropdownMenu.RadioGroup value={model.id} onValueChange={choose}>
            {session.models.map((choice) => (
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

/** Returns the label of a model; the demo model is marked as such. */
function toModelLabel(model: ModelChoice): string {
  return model.isDemo ? 'Demo (scripted, no key)' : model.label;
}

/** Returns the price of a model in a few words; an unknown price is never shown as free. */
export function toPriceLabel({ price }: ModelChoice): string {
  if (price === null) return 'price unknown';
  if (price.input === 0 && price.output === 0) return 'no cost';
  return `$${round(price.input)} in, $${round(price.output)} out per million tokens`;
}

function round(dollars: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(dollars);
}
