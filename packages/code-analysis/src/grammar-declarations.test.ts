import { expect, it } from 'vitest';
import { analyzeStructure } from './analyze-structure.ts';

it.each([
  [
    'shop.h',
    `#ifndef SHOP_H
#define SHOP_H
/** Adds. */
int add(int a, int b);
extern char **names(void);
typedef int (*callback)(int);
extern int count;
#endif
`,
    ['function add 4-4 "Adds."', 'function names 5-5'],
  ],
  [
    'box.cpp',
    `class Box {
 public:
  explicit Box(int n);
  virtual ~Box();
  int& at(int i) { Item item(1); return items_[i]; }
  const std::string& name() const;
  const char** names();
  Box& operator=(const Box&) = delete;
  bool operator==(const Box&) const;
  template <class T> T& as();
};
/// Finds.
template <typename T>
T& find(T* from) { return *from; }
const std::string& Box::name() const { return name_; }
// A pair.
template <class A, class B>
struct Pair { A first; };
`,
    [
      'class Box 1-11',
      'method Box.Box 3-3',
      'method Box.~Box 4-4',
      'method Box.at 5-5',
      'method Box.name 6-6',
      'method Box.names 7-7',
      'method Box.operator= 8-8',
      'method Box.operator== 9-9',
      'method Box.as 10-10',
      'function find 13-14 "Finds."',
      'method Box.name 15-15',
      'class Pair 17-18 "A pair."',
    ],
  ],
  ['alias.py', 'type Rows[T] = list[T]\ntype Row = int\n', ['type Rows 1-1', 'type Row 2-2']],
])('analyzeStructure lists the declarations of %s', async (path, text, expected) => {
  const { symbols, syntaxErrors } = await analyzeStructure({ path, text });
  expect(syntaxErrors).toBe(0);
  const shown = symbols.map(({ kind, container, name, startLine, endLine, doc }) => {
    const place = `${container === undefined ? '' : `${container}.`}${name} ${startLine}-${endLine}`;
    return `${kind} ${place}${doc === undefined ? '' : ` "${doc}"`}`;
  });
  expect(shown).toEqual(expected);
});

it('analyzeStructure lists the imports from __future__', async () => {
  const text = 'from __future__ import annotations\nimport os\n';
  const { imports } = await analyzeStructure({ path: 'a.py', text });
  expect(imports).toMatchObject([
    { module: '__future__', names: ['annotations'], startLine: 1 },
    { module: 'os', names: ['*'], startLine: 2 },
  ]);
});
