import {
  type DiagramNode,
  type DiagramPicture,
  toEdgeOpacity,
  toEdgePath,
  toNodeCaption,
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
  // The areas of a treemap fill it, without room for edges.
  const lines = (layoutType === 'treemap' ? [] : edges).flatMap((edge) => {
    const { source, target, data } = edge;
    const [one, other] = [byId.get(source), byId.get(target)];
    if (!one || !other) return [];
    const { path } = toEdgePath({ ...one, ...placeOf(source) }, { ...other, ...placeOf(target) }, layoutType);
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
