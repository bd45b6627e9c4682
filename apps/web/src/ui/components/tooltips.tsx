import { useEffect, useRef } from 'react';

/** Time of hovering before a tooltip is shown, in milliseconds. */
const delayMs = 400;
/** Distance to the labelled element and to the edges of the window, in pixels. */
const gap = 6;

/** Shows the tooltips of all icon buttons, whose accessible name is the same text. */
export function Tooltips() {
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => (surface.current ? followTooltips(surface.current) : undefined), []);
  return (
    <div
      ref={surface}
      popover="manual"
      aria-hidden
      className="bg-ink text-canvas fixed inset-auto m-0 rounded-md border-0 px-2 py-1 text-xs shadow-md"
    />
  );
}

/**
 * Shows the text of `data-tooltip` of the hovered or focused element in a popover. Escape and a press hide it. Returns a
 * function that stops it.
 */
function followTooltips(surface: HTMLElement): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal };
  let anchor: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = new MutationObserver(() => show());

  function show(): void {
    const text = anchor?.dataset['tooltip'];
    if (!anchor?.isConnected || text === undefined) return hide();
    surface.textContent = text;
    if (!surface.matches(':popover-open')) surface.showPopover();
    place(surface, anchor.getBoundingClientRect());
  }

  function hide(): void {
    clearTimeout(timer);
    changes.disconnect();
    anchor = undefined;
    if (surface.matches(':popover-open')) surface.hidePopover();
  }

  function follow(target: EventTarget | null, afterMs: number): void {
    if (target instanceof Node && surface.contains(target)) return;
    const next = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
    if (next !== null && next === anchor) return;
    hide();
    if (next === null) return;
    anchor = next;
    changes.observe(next, { attributes: true, attributeFilter: ['data-tooltip'] });
    timer = setTimeout(show, afterMs);
  }

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => pointerType !== 'touch' && follow(target, delayMs),
    options,
  );
  document.documentElement.addEventListener('pointerleave', hide, options);
  document.addEventListener('pointerdown', hide, options);
  // Focus scrolls to its element, and the tooltip stays at it.
  const followScroll = () => (anchor !== undefined && anchor === document.activeElement ? show() : hide());
  document.addEventListener('scroll', followScroll, { ...options, capture: true });
  document.addEventListener('focusin', ({ target }) => isFocusVisible(target) && follow(target, 0), options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options);
  // The pointer or the focus may have reached an element before this code was loaded.
  const focused = document.querySelector('[data-tooltip]:focus-visible');
  follow(focused ?? document.querySelector('[data-tooltip]:hover'), focused ? 0 : delayMs);
  return () => {
    hide();
    stopping.abort();
  };
}

function isFocusVisible(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':focus-visible');
}

/** Places the popover below an element, or above it where there is no room, within the window. */
function place(surface: HTMLElement, around: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = surface;
  const below = around.bottom + gap;
  const top = below + height + gap > window.innerHeight ? around.top - gap - height : below;
  const left = around.left + around.width / 2 - width / 2;
  surface.style.top = `${Math.max(gap, top)}px`;
  surface.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap))}px`;
}
