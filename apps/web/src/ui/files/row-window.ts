import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of a row in rem, which must match its class. */
export const rowRem = 1.75;

/** Lists of at most this many rows are rendered whole. */
const shortList = 200;
const overscan = 20;

/** Rows of {@link rowsToRender}. */
interface RowRange {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Rows that stay rendered wherever the list is scrolled, such as the focused one. */
  readonly always: readonly number[];
}

/** Returns the indexes of the rows to render, in order. */
export function rowsToRender({ count, first, last, always }: RowRange): readonly number[] {
  const whole = count <= shortList;
  const from = whole ? 0 : Math.max(0, first - overscan);
  const to = whole ? count - 1 : Math.min(count - 1, last + overscan);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const others = new Set(always.filter((index) => index >= 0 && index < count && (index < from || index > to)));
  return [...shown, ...others].toSorted((left, right) => left - right);
}

/** The first and last row on screen of a list whose parent scrolls. */
export function useRowsOnScreen(list: RefObject<HTMLElement | null>): Pick<RowRange, 'first' | 'last'> {
  const [range, setRange] = useState({ first: 0, last: 40 });
  useLayoutEffect(() => {
    const scroller = list.current?.parentElement;
    if (!scroller) return;
    function measure() {
      if (!scroller) return;
      const rowPixels = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const first = Math.floor(scroller.scrollTop / rowPixels);
      const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowPixels);
      setRange((known) => (known.first === first && known.last === last ? known : { first, last }));
    }
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    const resizing = new ResizeObserver(measure);
    resizing.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', measure);
      resizing.disconnect();
    };
  }, [list]);
  return range;
}
