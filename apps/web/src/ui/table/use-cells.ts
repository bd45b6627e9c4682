import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Indexes of a cell among the shown rows and columns. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The part of a table that is copied. */
export type CopiedPart = 'cell' | 'row';

interface CellsOptions {
  /** The scrolled element; its cells have `data-cell="row column"`. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Numbers of rows and columns. */
  readonly size: CellPlace;
  /** Called before a cell of the row takes the focus. */
  readonly onMove: (row: number) => void;
  readonly onCopy: (part: CopiedPart) => void;
}

const pageStep = 10;

/** Moves the focus between the cells of a table by keys, and copies from the focused one. */
export function useCells({ scroller, size, onMove, onCopy }: CellsOptions) {
  const [place, setPlace] = useState<CellPlace>();
  const takesFocus = useRef(false);
  // A row that was out of sight is in the page only after the table has scrolled to it.
  useLayoutEffect(() => {
    if (!takesFocus.current || !place) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${place.row} ${place.column}"]`);
    if (!cell) return;
    takesFocus.current = false;
    cell.focus();
  });

  function moveTo({ row, column }: CellPlace) {
    const next = { row: clamp(row, size.row), column: clamp(column, size.column) };
    takesFocus.current = true;
    onMove(next.row);
    setPlace(next);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target } = event;
    const cell = target instanceof HTMLElement && target.dataset['cell'] !== undefined ? target : undefined;
    if (!cell && target !== scroller.current) return;
    const act = cell && place ? toCellAction(event, cell, place) : toFirstCell(event);
    if (!act) return;
    event.preventDefault();
    act();
  }
  function toCellAction(event: KeyboardEvent, cell: HTMLElement, from: CellPlace): (() => void) | undefined {
    const part = toCopiedPart(event);
    if (part) return () => onCopy(part);
    if (hasModifier(event)) return undefined;
    if (event.key === 'Enter') return () => cell.querySelector<HTMLElement>('a, button, input')?.focus();
    const next = moves[event.key]?.(from);
    return next && (() => moveTo(next));
  }
  function toFirstCell(event: KeyboardEvent): (() => void) | undefined {
    const isEntry = event.key === 'ArrowDown' && !hasModifier(event) && size.row > 0;
    return isEntry ? () => moveTo({ row: 0, column: 0 }) : undefined;
  }
  return { place, setPlace, onKeyDown };
}

const moves: Readonly<Record<string, (from: CellPlace) => CellPlace>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }) => ({ row: row + pageStep, column }),
  PageUp: ({ row, column }) => ({ row: row - pageStep, column }),
  Home: ({ column }) => ({ row: 0, column }),
  End: ({ column }) => ({ row: Number.MAX_SAFE_INTEGER, column }),
};

function hasModifier({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey;
}

function toCopiedPart(event: KeyboardEvent): CopiedPart | undefined {
  if (event.key.toLowerCase() !== 'c' || event.altKey) return undefined;
  // With selected text, the browser copies that.
  if (event.ctrlKey || event.metaKey) return window.getSelection()?.isCollapsed === false ? undefined : 'cell';
  return event.shiftKey ? 'row' : undefined;
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1));
}
