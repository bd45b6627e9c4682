import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { isChord, paletteChord } from '../keyboard/chord.ts';
import { createPaletteRegistry, PaletteRegistryContext, type PaletteAction } from './palette-registry.tsx';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));

const OpenPaletteContext = createContext<() => void>(() => undefined);

/** Returns a function that opens the command palette. */
export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext);
}

/** Provides its children with a command palette, which Control or Command and K opens and closes. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createPaletteRegistry);
  const [offered, setOffered] = useState<readonly PaletteAction[] | null>(null);
  const open = useCallback(() => setOffered(registry.collect()), [registry]);
  const close = useCallback(() => setOffered(null), []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isChord(paletteChord, event) || event.repeat) return;
      event.preventDefault();
      if (offered) close();
      else if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) open();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [offered, open, close]);

  return (
    <PaletteRegistryContext value={registry}>
      <OpenPaletteContext value={open}>
        {children}
        {offered && (
          <Suspense fallback={null}>
            <PaletteDialog actions={offered} search={registry.search} onClose={close} />
          </Suspense>
        )}
      </OpenPaletteContext>
    </PaletteRegistryContext>
  );
}
