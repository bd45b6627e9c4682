import { describe, expect, test } from 'vitest';
import { createForeignWritingMeter, english } from './written-language.ts';

const japanese = { name: 'Japanese', scripts: ['Han', 'Hiragana', 'Katakana'] };

describe('createForeignWritingMeter returns the foreign share of a text', () => {
  test.each([
    ['nothing', '', 0],
    ['figures', '12 + 30 = 42 ✅', 0],
    ['English', 'This workflow has three steps.', 0],
    ['Chinese', '这个工作流程有三个步骤', 1],
    ['Russian', 'В этом процессе три шага', 1],
    ['English that quotes a name', 'The product is called 红米手机 in the inventory of this workflow.', 0.18],
    ['Chinese with identifiers', '这个工作流程先运行 check_inventory，然后运行 reserve_inventory 动作。', 0.56],
    ['English around Chinese code', 'Run it:\n```\necho 这个工作流程有三个步骤\n```', 0],
    ['Chinese around English code', '运行：\n```sh\nkubectl get pods --all-namespaces\n', 1],
    ['an inline name', 'Use `红米手机` here.', 0],
  ])('for %s', (_, text, share) => {
    expect(createForeignWritingMeter(english)(text).share).toBeCloseTo(share, 2);
  });

  test('createForeignWritingMeter counts words', () => {
    expect(createForeignWritingMeter(english)('这个工作流程有三个步骤').words).toBe(5.5);
  });
});

test('createForeignWritingMeter accepts a language with several scripts', () => {
  const measure = createForeignWritingMeter(japanese);
  expect(measure('このワークフローは三つの手順です').share).toBe(0);
  expect(measure('This workflow has three steps.').share).toBe(1);
});
