import { expect, it } from 'vitest';
import { analyzeStructure } from './analyze-structure.ts';

const text = `package a

type (
	// Shop sells.
	Shop struct {
		x int
	}

	// Item is sold.
	Item interface{ Price() int }
	Name = string
)

// Kinds of items.
const (
	First = iota
	Second, Third = 2, 3
)

var v, w = 1, 2
`;

it('analyzeStructure tells the declarations of a group of Go apart', async () => {
  const { symbols, exports } = await analyzeStructure({ path: 'a.go', text }, { timeMs: 200_000 });
  const show = ({ name, kind, container, startLine, endLine, start, end, doc }: (typeof symbols)[number]) =>
    `${kind} ${container === undefined ? '' : `${container}.`}${name} ${startLine}-${endLine} ${JSON.stringify(text.slice(start, end).split('\n', 1)[0])} ${doc ?? ''}`;
  expect(symbols.map(show)).toEqual([
    'class Shop 5-7 "Shop struct {" Shop sells.',
    'interface Item 10-10 "Item interface{ Price() int }" Item is sold.',
    'method Item.Price 10-10 "Price() int" ',
    'type Name 11-11 "Name = string" ',
    'variable First 16-16 "First = iota" ',
    'variable Second 17-17 "Second, Third = 2, 3" ',
    'variable Third 17-17 "Second, Third = 2, 3" ',
    'variable v 20-20 "var v, w = 1, 2" ',
    'variable w 20-20 "var v, w = 1, 2" ',
  ]);
  expect(exports.map(({ name }) => name)).toEqual(['Shop', 'Item', 'Name', 'First', 'Second', 'Third']);
});

it('analyzeStructure reads the documentation of raw strings of Python', async () => {
  const source = 'def f():\n    r"""Formats :class:`x`."""\n\ndef g():\n    R\'one\'\n';
  const { symbols } = await analyzeStructure({ path: 'a.py', text: source }, { timeMs: 200_000 });
  expect(symbols.map(({ doc }) => doc)).toEqual(['Formats :class:`x`.', 'one']);
});
