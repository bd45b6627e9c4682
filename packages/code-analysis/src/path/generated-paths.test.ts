import { expect, it } from 'vitest';
import { createCodeAttributes } from './generated-paths.ts';

it.each(['web/package-lock.json', 'app/gradle.lockfile', 'go.sum', 'dist/app.min.js'])(
  '%s is generated, unless .gitattributes says otherwise',
  (path) => {
    expect(createCodeAttributes(new Map()).ignoredAs(path)).toBe('generated');
    const rules = new Map([['.gitattributes', `${path} linguist-generated=false\n`]]);
    expect(createCodeAttributes(rules).ignoredAs(path)).toBeUndefined();
  },
);
