import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { safePaths, unsafePaths } from '../testing/unsafe-paths.ts';
import { findPathClash, parseWorkspacePath } from './workspace-path.ts';

it.each<readonly [string, string]>([
  ['Chart.yaml', 'Chart.yaml'],
  ['./values.yaml', 'values.yaml'],
  ['././templates/a b.yaml', 'templates/a b.yaml'],
  ['charts/..hidden/...x', 'charts/..hidden/...x'],
  ...safePaths,
  ['templates/größe.yaml', 'templates/größe.yaml'],
])('parseWorkspacePath accepts %j', (path, expected) => {
  expect(parseWorkspacePath(path)).toBe(expected);
});

it.each([
  ['', 'is empty'],
  ['./', 'is empty'],
  ['/etc/passwd', 'is absolute'],
  ['C:/chart/values.yaml', 'is absolute'],
  ['../values.yaml', 'leads out of the workspace'],
  ['templates/../../values.yaml', 'leads out of the workspace'],
  ['charts/...', 'dots and spaces alone'],
  ['charts/.. /a', 'dots and spaces alone'],
  ['templates/.', 'names a folder'],
  ['templates/a/..', 'names a folder'],
  ['templates\\a.yaml', 'backslash'],
  ['a\0.yaml', 'control characters'],
  ['a\n.yaml', 'control characters'],
  ['a\ud800.yaml', 'control characters'],
  ['templates//a.yaml', 'empty segment'],
  ['templates/', 'empty segment'],
  ['a/'.repeat(250) + 'b', 'longer than 500'],
  ['a'.repeat(256), 'segment longer than 255'],
])('parseWorkspacePath refuses %j', (path, problem) => {
  const error = (() => {
    try {
      return parseWorkspacePath(path);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(AppError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: 'path' }] } });
  expect(error).toHaveProperty('message', expect.stringContaining(problem));
});

it.each(unsafePaths)('parseWorkspacePath refuses %j', (path) => {
  expect(() => parseWorkspacePath(path)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

it.each([
  ['templates', ['templates/a.yaml'], 'templates/a.yaml'],
  ['values.yaml/x', ['Chart.yaml', 'values.yaml'], 'values.yaml'],
  ['template', ['templates/a.yaml'], undefined],
])('findPathClash decides whether %j can exist beside %j', (path, existing, clash) => {
  expect(findPathClash(path, existing)).toBe(clash);
});
