import type { SessionResponse } from '@shipmate/protocol/web/session';
import { lazy, Suspense, useState } from 'react';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { ModelButton } from './model-button.tsx';
import { toModelLabel } from './model-words.ts';
import { useModelChoice } from './use-model-choice.ts';

const loadMenu = () => import('./model-menu.tsx');
const ModelMenu = lazy(async () => ({ default: (await loadMenu()).ModelMenu }));

/** Chooses the model for the next message; each model shows its provider and price. */
export function ModelPicker({ session }: { session: SessionResponse }) {
  const { model, choose } = useModelChoice(session);
  const [isMenuUsed, setMenuUsed] = useState(false);
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
  const button = (
    <ModelButton
      label={toModelLabel(model)}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setMenuUsed(true)}
    />
  );
  if (!isMenuUsed) return button;
  return (
    <Suspense fallback={button}>
      <ModelMenu models={session.models} model={model} onChoose={choose} />
    </Suspense>
  );
}
