import {
  type DiagramNode,
  type DiagramPicture,
  toEdgeOpacity,
  toNodeCaption,
  toStraightEdge,
} from '@shipmate/domain/code-map';
import { toPlaces } from '../canvas/find-node.ts';
import { toShade } from '../canvas/language-color.ts';

/** Colors of an exported picture. */
interface Palette {
  readonly canvas: string;
  readonly surface: string;
  readonly ink: string;
  readonly line: string;
}

const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: { canvas: '#f6f8f8', surface: '#ffffff', ink: '#12181b', line: '#7f8c92' },
  dark: { canvas: '#0e1214', surface: '#14191c', ink: '#e4eaec', line: '#63727a' },
};

/** An SVG document and its size in pixels. */
interface SvgDocument {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const margin = 16;
const headerHeight = 26;

/** Draws a picture as a standalone SVG document: without scripts, styles, fonts or references to other files. */
export function toSvg({ nodes, edges, layoutType }: DiagramPicture, theme: 'light' | 'dark'): SvgDocument {
  const { canvas, surface, ink, line } = palettes[theme];
  const places = toPlaces(nodes);
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const placeOf = (id: string) => places.get(id) ?? { x: 0, y: 0 };
  const left = Math.min(0, ...nodes.map(({ id }) => placeOf(id).x)) - margin;
  const top = Math.min(0, ...nodes.map(({ id }) => placeOf(id).y)) - margin;
  const width = Math.ceil(Math.max(0, ...nodes.map((node) => placeOf(node.id).x + node.width)) + margin - left);
  const height = Math.ceil(Math.max(0, ...nodes.map((node) => placeOf(node.id).y + node.height)) + margin - top);
  const byId = new Map(nodes.map((node) => [node.id, node]));

  const toBox = (node: DiagramNode) => {
    const { x, y } = placeOf(node.id);
    const isFrame = parents.has(node.id);
    const color = toShade(isFrame || node.data.kind === 'folder' ? null : node.data.language)[theme];
    const dash = node.data.inferred ? ' stroke-dasharray="5 4"' : '';
    const shape = `<rect x="${round(x)}" y="${round(y)}" width="${round(node.width)}" height="${round(node.height)}" rx="3"`;
    const tint = isFrame ? '' : `${shape} fill="${color}" fill-opacity="0.14"/>`;
    const box = `${shape} fill="${surface}" stroke="${color}"${dash}/>${tint}`;
    const label = toLabel(node, isFrame ? headerHeight : node.height);
    if (label === '') return box;
    const baseline = isFrame ? y + 17 : y + node.height / 2 + 4;
    return `${box}<text x="${round(x + 6)}" y="${round(baseline)}" fill="${ink}"${isFrame ? ' font-weight="600"' : ''}>${escapeXml(label)}</text>`;
  };
  // Edges are above frames and below the labels of other nodes.
  const frames = nodes.filter(({ id }) => parents.has(id));
  const others = nodes.filter(({ id }) => !parents.has(id));
  const opacityOf = toEdgeOpacity(edges);
  const lines = edges.flatMap((edge) => {
    const { source, target, data } = edge;
    const [one, other] = [byId.get(source), byId.get(target)];
    if (!one || !other) return [];
    const path =
      layoutType === 'force_directed'
        ? toLine({ ...one, ...placeOf(source) }, { ...other, ...placeOf(target) })
        : toCurve(toSide(one, 'source', placeOf), toSide(other, 'target', placeOf));
    const dash = data.inferred ? ' stroke-dasharray="5 4"' : '';
    const weight = round(Math.min(1 + Math.log2(Math.max(data.count, 1)), 5));
    const opacity = Math.round(opacityOf(edge) * 100) / 100;
    return `<path d="${path}" fill="none" stroke="${line}" stroke-width="${weight}" stroke-opacity="${opacity}"${dash} marker-end="url(#arrow)"/>`;
  });
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(left)} ${round(top)} ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="${line}"/></marker></defs>`,
    `<rect x="${round(left)}" y="${round(top)}" width="${width}" height="${height}" fill="${canvas}"/>`,
    ...frames.map(toBox),
    ...lines,
    ...others.map(toBox),
    '</svg>',
  ].join('\n');
  return { text, width, height };
}

type Place = { readonly x: number; readonly y: number };

function toLine(...boxes: Parameters<typeof toStraightEdge>): string {
  const { from, to } = toStraightEdge(...boxes);
  return `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
}

function toCurve(from: Place, to: Place): string {
  const bend = Math.max(Math.abs(to.x - from.x) / 2, 24);
  return `M${round(from.x)} ${round(from.y)}C${round(from.x + bend)} ${round(from.y)} ${round(to.x - bend)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`;
}

/** Returns the end of an edge at a node: its handle, else its middle. */
function toSide(node: DiagramNode, type: 'source' | 'target', placeOf: (id: string) => Place): Place {
  const { x, y } = placeOf(node.id);
  const handle = node.handles.find((each) => each.type === type);
  return handle ? { x: x + handle.x, y: y + handle.y } : { x: x + node.width / 2, y: y + node.height / 2 };
}

/** Returns the label of a node, cut to its width; empty if it is too small for one. */
function toLabel(node: DiagramNode, height: number): string {
  const { width } = node;
  const label = toNodeCaption(node);
  const letters = Math.floor((width - 10) / 7);
  if (height < 14 || letters < 2) return '';
  const characters = Array.from(label);
  return characters.length <= letters ? label : `${characters.slice(0, letters - 1).join('')}…`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** XML has no control characters; they are dropped. */
function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => names[character] ?? '').replaceAll(/\p{Cc}|\p{Cs}/gu, '');
}
