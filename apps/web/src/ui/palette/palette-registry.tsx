import { createContext, useContext, useEffect, useRef } from 'react';

/** Something that a person can find in the command palette and do. */
export interface PaletteAction {
  readonly id: string;
  /** The heading that it stands under: `Files`, `Chat`, `Changes` … */
  readonly group: string;
  readonly label: string;
  /** Other words by which it is found. */
  readonly keywords?: readonly string[];
  /** Whether it opens the file that it is called after, so that it comes before what only does something. */
  readonly isFile?: boolean;
  /** The keys that do the same. */
  readonly hint?: string;
  readonly run: () => void;
}

/** What the parts of a page offer to the palette. */
export interface PaletteRegistry {
  /** Returns what takes the source out again. */
  add(source: () => readonly PaletteAction[]): () => void;
  /** Everything that is offered right now. */
  collect(): readonly PaletteAction[];
}

/** Makes a registry without sources. */
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

/** The registry of the page; without one nothing is offered. */
export const PaletteRegistryContext = createContext<PaletteRegistry | null>(null);

/** Offers actions in the command palette while the component is on the page; they are read when the palette is opened. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const registry = useContext(PaletteRegistryContext);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => registry?.add(() => latest.current), [registry]);
}
