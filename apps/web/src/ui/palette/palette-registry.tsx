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
  /** True for a result of a search, which matches the typed text by its content. */
  readonly isFound?: boolean;
  /** Keyboard shortcut of the action. */
  readonly hint?: string;
  readonly run: () => void;
}

/** Finds actions for the typed text. */
export type PaletteSearch = (typed: string, signal: AbortSignal) => Promise<readonly PaletteAction[]>;

/** The actions that the parts of a page offer in the palette. */
interface PaletteRegistry {
  /** Adds a source of actions; returns a function that removes it. */
  add(source: () => readonly PaletteAction[]): () => void;
  /** Returns all actions that are currently offered. */
  collect(): readonly PaletteAction[];
  /** Adds a search; returns a function that removes it. */
  addSearch(search: PaletteSearch): () => void;
  readonly search: PaletteSearch;
}

/** Creates a registry without sources. */
export function createPaletteRegistry(): PaletteRegistry {
  const sources = new Set<() => readonly PaletteAction[]>();
  const searches = new Set<PaletteSearch>();
  return {
    add(source) {
      sources.add(source);
      return () => void sources.delete(source);
    },
    collect: () => [...sources].flatMap((source) => source()),
    addSearch(search) {
      searches.add(search);
      return () => void searches.delete(search);
    },
    search: async (typed, signal) => (await Promise.all([...searches].map((search) => search(typed, signal)))).flat(),
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

/** Offers a search in the command palette while the component is mounted. */
export function usePaletteSearch(search: PaletteSearch): void {
  const registry = useContext(PaletteRegistryContext);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => registry?.addSearch((typed, signal) => latest.current(typed, signal)), [registry]);
}
