import type { CodeFact, CodeMapSymbol } from '@shipmate/domain/code-map';
import { parse } from 'smol-toml';
import { attemptFields, fieldsOf, textOf } from '../dependency/loose.ts';
import { nameOf } from '../module/module-path.ts';
import { toFact } from './fact-source.ts';

const maxFacts = 200;

/** Reads entry points of `package.json` and `pyproject.toml` and the name of `Chart.yaml`, which depend on the name of the file. */
export function readManifestFacts(path: string, text: string): readonly CodeFact[] {
  const name = nameOf(path);
  if (name === 'package.json') return readPackage(text).slice(0, maxFacts);
  if (name === 'pyproject.toml') return readPyproject(text).slice(0, maxFacts);
  return name === 'Chart.yaml' ? readChart(text) : [];
}

/** Reads the routes that Next.js derives from the path of a file. */
export function readFileRoutes(
  path: string,
  symbols: readonly Pick<CodeMapSymbol, 'name' | 'exported' | 'startLine'>[],
): readonly CodeFact[] {
  const app = /(?:^|\/)app\/((?:[^/]+\/)*)route\.[jt]sx?$/u.exec(path);
  if (app) {
    const folders = (app[1] ?? '').split('/').filter((name) => name !== '' && !/^[(@]/u.test(name));
    return symbols
      .filter(({ name, exported }) => exported && /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/u.test(name))
      .map(({ name, startLine }) => toFact('route', `${name} /${folders.join('/')}`, startLine));
  }
  const pages = /(?:^|\/)pages\/(api(?:\/.+)?)\.[jt]sx?$/u.exec(path);
  return pages ? [toFact('route', `/${(pages[1] ?? '').replace(/\/index$/u, '')}`, 1)] : [];
}

function readPackage(text: string): CodeFact[] {
  const manifest = attemptFields(() => JSON.parse(text.replace(/^\uFEFF/u, '')));
  const bin = manifest['bin'];
  const targets = [
    ...(typeof bin === 'string' ? [bin] : Object.values(fieldsOf(bin))),
    manifest['main'],
    ...leavesOf(manifest['exports']),
  ];
  const names = new Set(targets.flatMap((target) => textOf(target) ?? []));
  return [...names].map((name) => toFact('entry_point', name, lineOf(text, JSON.stringify(name))));
}

const maxDepth = 8;

function leavesOf(value: unknown, depth = 0): unknown[] {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [value];
  return Object.values(value).flatMap((each: unknown) => leavesOf(each, depth + 1));
}

function readPyproject(text: string): CodeFact[] {
  const manifest = attemptFields(() => parse(text));
  const scripts = fieldsOf(fieldsOf(manifest['project'])['scripts']);
  const poetry = fieldsOf(fieldsOf(fieldsOf(manifest['tool'])['poetry'])['scripts']);
  return Object.values({ ...poetry, ...scripts }).flatMap((target) => {
    const name = textOf(target);
    return name === undefined ? [] : [toFact('entry_point', name, lineOf(text, name))];
  });
}

function readChart(text: string): CodeFact[] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^name:[ \t]+\S/u.test(line));
  const name = /^name:[ \t]+["']?([^\s"'#]{1,200})/u.exec(lines[at] ?? '')?.[1];
  return name === undefined ? [] : [toFact('chart', name, at + 1)];
}

function lineOf(text: string, part: string): number {
  const end = text.indexOf(part);
  return end < 0 ? 1 : text.slice(0, end).split('\n').length;
}
