import { expect, it } from 'vitest';
import { analyzeStructure } from './analyze-structure.ts';

const options = { stackBytes: 4 * 1024 * 1024, timeMs: 200_000 };

async function showSymbols(path: string, text: string): Promise<string[]> {
  const { symbols } = await analyzeStructure({ path, text }, options);
  return symbols.map(
    ({ name, kind, container, startLine, endLine, exported, nameRange, doc }) =>
      `${exported ? '+' : ''}${kind} ${container === undefined ? '' : `${container}.`}${name} ${startLine}-${endLine} ${text.slice(nameRange.start, nameRange.end)}${doc === undefined ? '' : ` "${doc}"`}`,
  );
}

// Express, lodash and most packages in CommonJS declare their functions like this.
it('analyzeStructure lists the functions and classes that a script assigns to members', async () => {
  const text = `var res = Object.create(http)
module.exports = res

/** Sets the status. */
res.status = function status(code) {
  return this
}
Shop.prototype.total = () => 1;
exports.tax = exports.vat = async function () {};
module.exports.Cart = class { add() {} };
app[name] = function () {};
this.x = function () {};
a.b = 1;
`;
  expect(await showSymbols('lib/response.js', text)).toEqual([
    'variable res 1-1 res',
    'method res.status 5-7 status "Sets the status."',
    'method Shop.total 8-8 total',
    '+method exports.tax 9-9 tax',
    '+class exports.Cart 10-10 Cart',
    '+method exports.Cart.add 10-10 add',
  ]);
});

it.each([
  ['module.exports = function load(app) {};\n', ['+function exports 1-1 exports'], ['default']],
  ['exports = module.exports = run;\nfunction run() {}\n', ['function run 2-2 run'], ['default']],
  ["module.exports = { run, 'a-b': 1, c() {}, ...d };\n", [], ['default', 'run', 'a-b', 'c']],
  ['exports.a = exports.b = () => {};\n', ['+method exports.a 1-1 a'], ['a', 'b']],
])('analyzeStructure lists what %j exports', async (text, symbols, exported) => {
  expect(await showSymbols('a.cjs', text)).toEqual(symbols);
  const { exports } = await analyzeStructure({ path: 'a.cjs', text }, options);
  expect(exports.map(({ name }) => name)).toEqual(exported);
});

it('analyzeStructure marks a default export without a name as exported', async () => {
  const text = 'export default class { go() {} }\n';
  expect(await showSymbols('a.ts', text)).toEqual(['+class default 1-1 ', '+method default.go 1-1 go']);
});
