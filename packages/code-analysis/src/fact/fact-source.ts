import type { CodeFact } from '@shipmate/domain/code-map';
import type { CodeCall, CodeLiteral } from '../call/code-call.ts';
import type { CodeLanguage } from '../language/code-language.ts';
import type { CodeSymbol } from '../structure/code-structure.ts';
import type { CodeToken } from '../token/read-tokens.ts';

/** The parts of a source file from which facts are read. */
export interface FactSource {
  readonly language: CodeLanguage;
  readonly calls: readonly CodeCall[];
  readonly literals: readonly CodeLiteral[];
  /** Empty for scripts. */
  readonly tokens: readonly CodeToken[];
  /** The names of imported modules. */
  readonly modules: readonly string[];
  readonly symbols: readonly CodeSymbol[];
}

/** Reads the facts of one kind. */
export type FactReader = (source: FactSource) => readonly CodeFact[];

const maxNameLength = 200;

/** Creates a fact with a name of one line, at most 200 characters. */
export function toFact(kind: CodeFact['kind'], name: string, line: number): CodeFact {
  return { kind, name: name.replace(/\s+/gu, ' ').trim().slice(0, maxNameLength), line };
}

/** Returns true if a module, or one inside of it, is imported. */
export function importsAny({ modules }: FactSource, names: readonly string[]): boolean {
  return modules.some((module) =>
    names.some((name) => module === name || module.startsWith(`${name}/`) || module.startsWith(`${name}.`)),
  );
}

/** Names under which HTTP clients are called. */
export const clientNames: ReadonlySet<string> = new Set([
  'axios',
  'ky',
  'got',
  'superagent',
  'http',
  'https',
  '$http',
  'httpClient',
  'http_client',
  'client',
  'apiClient',
  'requests',
  'httpx',
  'request()',
  'request',
  'fetcher',
  'session',
  'restTemplate',
  'webClient',
  'reqwest',
]);
