import type { DiagramRequest } from '@shipmate/domain/code-map';

interface ShownView {
  readonly view: { readonly x: number; readonly y: number; readonly zoom: number } | undefined;
  readonly selected: string | undefined;
  readonly request: DiagramRequest;
}

/** The context of a question has values of at most 500 characters. */
const maxCharacters = 500;

/** Describes the view of the canvas for an agent, as JSON within the limit of a context value. */
export function toViewText({ view, selected, request }: ShownView): string {
  const { type, layoutType, weighting, filters, expanded } = request;
  const round = (value: number) => Math.round(value * 100) / 100;
  const base = {
    ...(view && { center: { x: Math.round(view.x), y: Math.round(view.y) }, zoom: round(view.zoom) }),
    ...(selected !== undefined && { selected }),
    type,
  };
  // The least important part is left out first.
  const parts = [base, { ...base, layoutType, weighting }, { ...base, layoutType, weighting, filters }];
  const texts = [...parts, { ...base, layoutType, weighting, filters, expanded }].map((part) => JSON.stringify(part));
  return texts.findLast((text) => text.length <= maxCharacters) ?? JSON.stringify({ type });
}
