import { createContext, useContext, useEffect, useRef } from 'react';

/** An action in the command palette. */
export interface PaletteAction {
  readonly id: string;
  /** The heading above the action: `Files`, `Chat`, `Changes` … */
  readonly group: string;
  readonly label: string;
  /** Further search terms. */
  readonly keywords?: readonly string[];
  /** True when the action opens the file in its label; such actions rank before others. */
  readonly isFile?: boolean;
  /** Keyboard shortcut of the action. */
  readonly hint?: string;
  readonly run: () => void;
}

/** The actions that the parts of a page offer in the palette. */
interface PaletteRegistry {
  /** Adds a source of actions; returns a function that removes it. */
  add(source: () => readonly PaletteAction[]): () => void;
  /** Returns all actions that are currently offered. */
  collect(): readonly PaletteAction[];
}

/** Creates a registry without sources. */
export function createPaletteRegistry(): PaletteRegistry {
  const sources = new Set<() => readonly PaletteAction[]>();
  return {
    add(source) {
      sources.add(source);
      return () => void sources.delete(source);
    },
    collect: () => [...sources].flatMap((source) => source()),
  };
}

/** The registry of the page; without one no actions are offered. */
export const PaletteRegistryContext = createContext<PaletteRegistry | null>(null);

/** Offers actions in the command palette while the component is mounted; read when the palette opens. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const registry = useContext(PaletteRegistryContext);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => registry?.add(() => latest.current), [registry]);
}
