import { describe, expect, it } from 'vitest';
import { appendYamlItem } from './append-yaml-item.ts';

const item = { name: 'redis', version: '1.0.0' };

describe('appendYamlItem', () => {
  it.each([
    {
      name: 'to no list',
      content: 'name: a\n',
      expected: 'name: a\n\ndependencies:\n  - name: redis\n    version: 1.0.0\n',
    },
    {
      name: 'to an empty list',
      content: 'dependencies: []\nname: a\n',
      expected: 'dependencies:\n  - name: redis\n    version: 1.0.0\nname: a\n',
    },
    {
      name: 'to a key without a value',
      content: 'dependencies:\nname: a\n',
      expected: 'dependencies:\n  - name: redis\n    version: 1.0.0\nname: a\n',
    },
    {
      name: 'at the indentation of the list',
      content: 'dependencies:\n- name: a # first\n  version: 2\n\n# end\nname: a\n',
      expected: 'dependencies:\n- name: a # first\n  version: 2\n- name: redis\n  version: 1.0.0\n\n# end\nname: a\n',
    },
    {
      name: 'to a list that ends the file without a line break',
      content: 'dependencies:\n  - name: a',
      expected: 'dependencies:\n  - name: a\n  - name: redis\n    version: 1.0.0\n',
    },
  ])('appendYamlItem adds an item $name', ({ content, expected }) => {
    expect(appendYamlItem(content, 'dependencies', item)).toBe(expected);
  });

  it('appendYamlItem throws CONFLICT when the key holds no list', () => {
    expect(() => appendYamlItem('dependencies: text\n', 'dependencies', item)).toThrow(
      expect.objectContaining({ code: 'CONFLICT' }),
    );
  });
});
