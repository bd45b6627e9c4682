import { type AnalyzeOptions, defaultStackBytes, maxSourceLength } from './analyze-structure.ts';
import { codeLanguageOf, isScript } from './language/code-language.ts';
import {
  findWords,
  maxPlaces,
  type Occurrence,
  type OccurrencePlace,
  type Occurrences,
} from './occurrence/occurrence.ts';
import { fitsParser } from './script/fits-parser.ts';
import type { SourceText } from './structure/code-structure.ts';
import { createLineIndex } from './structure/line-index.ts';

/** Options for {@link findOccurrences}. */
interface FindOptions extends AnalyzeOptions {
  /** Returns the part of the text that is shown around a place. Default: as it is. */
  readonly show?: (from: number, to: number) => string;
}

/**
 * Finds the places at which a name is written in a file. Comments and strings are left out in the languages that are read.
 *
 * Names are compared, not declarations: a variable and a property with one name are both found.
 *
 * @throws AppError `TIMEOUT` as `analyzeStructure` does.
 */
export async function findOccurrences(
  source: SourceText,
  name: string,
  {
    stackBytes = defaultStackBytes,
    timeMs = 5_000,
    show = (from, to) => source.text.slice(from, to),
  }: FindOptions = {},
): Promise<Occurrences> {
  const words = findWords(source.text, name);
  if (words.length === 0) return { mode: 'parsed', places: [], leftOut: 0 };
  const parsed = await findParsed(source, name, { stackBytes, timeMs });
  const places = parsed ?? words.map((range) => ({ ...range, kind: 'unknown' as const }));
  return {
    mode: parsed ? 'parsed' : 'text',
    places: withLines(source.text, places.slice(0, maxPlaces), show),
    leftOut: Math.max(0, words.length - places.length),
  };
}

async function findParsed(
  source: SourceText,
  name: string,
  { stackBytes, timeMs }: Required<AnalyzeOptions>,
): Promise<OccurrencePlace[] | undefined> {
  const language = source.language ?? codeLanguageOf(source.path);
  if (language === undefined || source.text.length > maxSourceLength) return undefined;
  const known = { ...source, language };
  if (isScript(language) && fitsParser(known, stackBytes)) {
    const { findScriptPlaces } = await import('./script/find-script-places.ts');
    const places = findScriptPlaces(known, name);
    if (places !== undefined) return places;
  }
  const { findGrammarPlaces } = await import('./grammar/find-grammar-places.ts');
  return findGrammarPlaces(known, { name, timeMs });
}

const maxLineLength = 200;

function withLines(
  text: string,
  places: readonly OccurrencePlace[],
  show: NonNullable<FindOptions['show']>,
): Occurrence[] {
  const lines = createLineIndex(text);
  return places.map((place) => {
    const line = lines.lineAt(place.start);
    const start = lines.startOf(line);
    const column = place.start - start + 1;
    // Of a long line, the part around the place.
    const from = Math.max(start, place.start - maxLineLength / 2);
    const shown = show(from, Math.min(lines.startOf(line + 1), from + maxLineLength));
    return { ...place, line, column, text: shown.trim() };
  });
}
