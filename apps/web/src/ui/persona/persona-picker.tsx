import { lazyRouteComponent } from '@tanstack/react-router';
import { type KeyboardEvent, Suspense } from 'react';
import { useOnDemand } from '../components/use-on-demand.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { PersonaButton } from './persona-button.tsx';
import { personas } from './personas.ts';
import { usePersonaChoice } from './use-persona-choice.ts';

const PersonaSelect = lazyRouteComponent(() => import('./persona-select.tsx'), 'PersonaSelect');

/** Chooses the scope of changes of the next answer. */
export function PersonaPicker() {
  const { persona, choose } = usePersonaChoice();
  const { openedBy, buttonProps } = useOnDemand({
    load: () => void PersonaSelect.preload?.(),
    keys: ['ArrowDown', 'ArrowUp'],
  });
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

  /** A letter chooses the entry that begins with it, as once the list is loaded. */
  function onKeyDown(event: KeyboardEvent) {
    const named = personas.find(({ label }) => label.startsWith(event.key.toUpperCase()));
    if (named) choose(named.id);
    else buttonProps.onKeyDown(event);
  }

  const closed = (
    <PersonaButton role="combobox" aria-autocomplete="none" {...buttonProps} onKeyDown={onKeyDown}>
      {personas.find(({ id }) => id === persona)?.label}
    </PersonaButton>
  );
  if (!openedBy) return <Suspense>{closed}</Suspense>;
  return (
    <Suspense fallback={closed}>
      <PersonaSelect persona={persona} onChoose={choose} />
    </Suspense>
  );
}
