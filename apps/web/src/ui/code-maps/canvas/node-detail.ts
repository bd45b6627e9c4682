/** A width and a height, in units of the picture. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/**
 * The detail of a node at a zoom level: nothing, a box without text, a label in its middle in place of its children, or its label
 * and children.
 */
type NodeDetail = 'hidden' | 'box' | 'summary' | 'full';

/** The smallest box on the screen inside of which children are shown, in pixels. */
const smallestFrame: Extent = { width: 96, height: 60 };

/** The smallest box on the screen with a label, in pixels. */
const smallestLabel: Extent = { width: 24, height: 12 };

/** A node on the screen. */
interface SeenNode extends Extent {
  readonly zoom: number;
  readonly hasChildren: boolean;
  /** The node around it. */
  readonly parent?: Extent | undefined;
}

/** Returns the detail of a node: the larger its area on the screen, the more is shown. */
export function toNodeDetail({ zoom, hasChildren, parent, ...own }: SeenNode): NodeDetail {
  if (parent && !isAtLeast(parent, smallestFrame, zoom)) return 'hidden';
  if (!isAtLeast(own, smallestLabel, zoom)) return 'box';
  return hasChildren && !isAtLeast(own, smallestFrame, zoom) ? 'summary' : 'full';
}

function isAtLeast({ width, height }: Extent, least: Extent, zoom: number): boolean {
  return width * zoom >= least.width && height * zoom >= least.height;
}

/** Rounds a zoom level to steps of about 20 %, so that labels are not laid out again for each frame of a zoom. */
export function toZoomStep(zoom: number): number {
  return 2 ** (Math.round(Math.log2(zoom) * 4) / 4);
}

/** Returns the size of a label in units of the picture: about 12 pixels on the screen, unless its box is too small. */
export function toFontSize({ zoom, height }: { readonly zoom: number; readonly height: number }): number {
  return Math.max(Math.min(12 / zoom, height * 0.66), 1);
}
