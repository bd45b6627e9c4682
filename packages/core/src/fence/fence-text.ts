/** The kinds of places that untrusted text comes from. */
export const textSources = [
  'alert',
  'answer',
  'check',
  'client',
  'comment',
  'event',
  'file',
  'log',
  'manifest',
  'model',
  'object',
  'pattern',
  'plan',
  'program',
  'question',
  'result',
  'schema',
  'workspace',
] as const;
export type TextSource = (typeof textSources)[number];

/** The place that a text comes from. */
export interface TextOrigin {
  readonly source: TextSource;
  /** Names the place within its source, such as the path of a file. */
  readonly name?: string;
}

/** The name of the tag around untrusted text; a number follows it when the text contains the name. */
export const fenceTag = 'untrusted';

/**
 * Puts text that others wrote between tags that it cannot close, for a model. The text stays as it is. The same text always
 * gets the same tags, so that prompts stay cacheable; `readFences` is the inverse.
 */
export function fenceText(text: string, { source, name }: TextOrigin): string {
  const tag = findFreeTag(text);
  const attribute = name === undefined ? '' : ` name=${quote(name)}`;
  return `<${tag} source="${source}"${attribute}>\n${text}\n</${tag}>`;
}

const tagNames = new RegExp(`${fenceTag}(?:-([0-9]+))?`, 'gi');
const ignorable = /[\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]/gu;
const beyondAscii = /[^\0-\x7f]/;

/** The first tag whose name the text contains in no spelling that a model could read as the tag. */
function findFreeTag(text: string): string {
  const spelled = beyondAscii.test(text) ? text.normalize('NFKC').replaceAll(ignorable, '') : text;
  const used = new Set<number>();
  for (const [, number = '1'] of spelled.matchAll(tagNames)) used.add(Number(number));
  if (beyondAscii.test(text)) for (const [, number = '1'] of text.matchAll(tagNames)) used.add(Number(number));
  if (used.size === 0) return fenceTag;
  let free = 2;
  while (used.has(free)) free += 1;
  return `${fenceTag}-${free}`;
}

/** A JSON string without characters that end a tag or that cannot be seen. */
function quote(name: string): string {
  return JSON.stringify(name).replaceAll(/[<>\p{C}\u2028\u2029]/gu, (character) => toEscape(character));
}

function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
