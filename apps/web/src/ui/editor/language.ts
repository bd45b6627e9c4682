import { yaml } from '@codemirror/lang-yaml';
import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/** Returns the language of a file by its path in a chart; plain text for an unknown one. */
export function languageOf(path: string): Extension {
  if (/(^|\/)templates\//.test(path) || path.endsWith('.tpl')) return helmTemplate;
  return /\.ya?ml$/.test(path) ? yaml() : [];
}

interface HelmState {
  /** Inside `{{ … }}`. */
  inAction: boolean;
  /** Opening quote of an unfinished YAML string. */
  quote: string;
}

const keywords = /^(?:if|else|end|range|with|define|include|template|block|break|continue)\b/;

/** Tokenizes a Helm template: YAML line by line, with template actions at any position. */
export const helmTemplateParser: StreamParser<HelmState> = {
  name: 'helm-template',
  startState: () => ({ inAction: false, quote: '' }),
  token(stream, state) {
    if (state.inAction) return readAction(stream, state);
    if (stream.match(/^\{\{-?\s*/)) {
      state.inAction = true;
      return 'meta';
    }
    if (state.quote !== '') return readQuoted(stream, state);
    return readYaml(stream, state);
  },
  languageData: { commentTokens: { line: '#' } },
};

/** The language of Helm templates, which are YAML only after rendering, so a YAML parser fails on them. */
const helmTemplate = StreamLanguage.define(helmTemplateParser);

function readAction(stream: StringStream, state: HelmState): string | null {
  if (stream.match(/^\s*-?\}\}/)) {
    state.inAction = false;
    return 'meta';
  }
  if (stream.match(/^\/\*.*?\*\//)) return 'comment';
  if (stream.match(/^"(?:[^"\\]|\\.)*"|^`[^`]*`/)) return 'string';
  if (stream.match(keywords)) return 'keyword';
  if (stream.match(/^\$?[\w.]*\.[\w.]*|^\$\w*/)) return 'variableName';
  if (stream.match(/^\d+/)) return 'number';
  if (!stream.match(/^\w+|^\s+/)) stream.next();
  return null;
}

function readQuoted(stream: StringStream, state: HelmState): string {
  while (!stream.eol() && !stream.match('{{', false)) {
    const character = stream.next();
    if (character === '\\' && state.quote === '"') stream.next();
    else if (character === state.quote) {
      state.quote = '';
      break;
    }
  }
  return 'string';
}

function readYaml(stream: StringStream, state: HelmState): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return 'comment';
  if (stream.match(/^[\w./$-]+(?=\s*:(?:\s|$))/)) return 'propertyName';
  if (stream.match(/^(?:true|false|null)(?=\s|$)/) || stream.match(/^-?\d+(?:\.\d+)?(?=\s|$)/)) return 'number';
  const quote = stream.match(/^["']/);
  if (quote) {
    state.quote = stream.current();
    return 'string';
  }
  if (!stream.match(/^[^\s{"'#:]+/)) stream.next();
  return null;
}
