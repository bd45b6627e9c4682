import { describe, expect, it } from 'vitest';
import { createLineFilter, type LogFindings, type LogSearch, scanLog } from './scan-log.ts';

const start = Date.UTC(2026, 0, 1);
const at = (second: number) => new Date(start + second * 1000).toISOString().replace('.000Z', '.000000000Z');

async function* lines(texts: readonly string[], everySeconds = 1): AsyncGenerator<string> {
  for (const [index, text] of texts.entries()) yield `${at(Math.floor(index * everySeconds))} ${text}`;
}

function scan(source: AsyncIterable<string>, search: Partial<LogSearch> = {}): Promise<LogFindings> {
  const all: LogSearch = {
    grep: undefined,
    exclude: undefined,
    around: 0,
    until: undefined,
    maxTokens: 3_000,
    ...search,
  };
  return scanLog(source, all);
}

const textsOf = ({ entries }: LogFindings) => entries.map(({ text }) => text);
const many = Array.from({ length: 100_000 }, (_, index) =>
  index === 40_000 ? 'ERROR disk full on /data' : `INFO request ${index} took ${index % 90} ms`,
);

it('scanLog finds one line in a hundred thousand', async () => {
  const found = await scan(lines(many, 0.001), { grep: 'disk full' });
  expect(textsOf(found)).toEqual(['ERROR disk full on /data']);
  expect(found).toMatchObject({ scanned: 100_000, matched: 1, firstMatch: { time: at(40) } });
  expect(Object.fromEntries(found.levels)).toEqual({ info: 99_999, error: 1 });
});

it('scanLog shows context around a match, lines between two matches once', async () => {
  const found = await scan(lines(['a', 'b', 'hit one', 'c', 'hit two', 'd', 'e', 'f']), { grep: 'hit', around: 2 });
  expect(textsOf(found)).toEqual(['a', 'b', 'hit one', 'c', 'hit two', 'd', 'e']);
  expect(found.entries.filter(({ isMatch }) => isMatch)).toHaveLength(2);
});

it('scanLog omits excluded lines', async () => {
  const found = await scan(lines(['GET /health 200', 'GET /cart 500', 'boom']), { exclude: '/health' });
  expect(textsOf(found)).toEqual(['GET /cart 500', 'boom']);
});

it('scanLog folds lines that differ in numbers, also when they alternate', async () => {
  const found = await scan(
    lines(Array.from({ length: 50 }, (_, index) => (index % 2 ? `ping ${index}` : `pong ${index}`))),
  );
  expect(found.entries.map(({ text, count }) => [text, count])).toEqual([
    ['pong 0', 25],
    ['ping 1', 25],
  ]);
});

describe('scanLog when not all entries fit', () => {
  const letters = (index: number) => String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const texts = Array.from({ length: 300 }, (_, index) => `line ${letters(index)}`);

  it.each([1, 0])(
    'keeps the newest and reports where the dropped ones end, with %i s between lines',
    async (everySeconds) => {
      const pages: string[][] = [];
      let until: LogSearch['until'];
      do {
        const found = await scan(lines(texts, everySeconds), { until, maxTokens: 1_000 });
        pages.unshift(textsOf(found) as string[]);
        until = found.dropped.end;
      } while (until !== undefined);
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.flat()).toEqual(texts);
    },
  );
});

it.each(['(a+)+$', '(a|aa)+$', '^(([a-z])+.)+[A-Z]([a-z])+$'])('scanLog scans in linear time with %s', async (grep) => {
  const hostile = Array.from({ length: 2_000 }, () => `${'a'.repeat(200)}!`);
  expect(await scan(lines(hostile), { grep })).toMatchObject({ scanned: 2_000, matched: 0 });
});

it('scanLog yields to the event loop while it scans', async () => {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await scan(lines(many, 0.001), { grep: 'disk full' });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(10);
});

it('scanLog searches an invalid regular expression literally', async () => {
  expect(textsOf(await scan(lines(['[error', 'error']), { grep: '[error' }))).toEqual(['[error']);
});

it('scanLog accepts lines without a time and lines of any length', async () => {
  const source = (async function* () {
    yield 'Traceback (most recent call last):';
    yield `${at(1)} ${'x'.repeat(50_000)}`;
  })();
  const found = await scan(source);
  expect(Object.fromEntries(found.levels)).toEqual({ error: 1, other: 1 });
  expect(textsOf(found)[1]).toMatch(/^x+ \[… 49000 more characters\]$/);
});

const filter = (patterns: { readonly grep?: string; readonly exclude?: string }) =>
  createLineFilter({ grep: undefined, exclude: undefined, ...patterns });

describe('createLineFilter', () => {
  it.each([
    ['no pattern', {}, true],
    ['a word in other case', { grep: 'error' }, true],
    ['an alternative', { grep: 'timeout|refused' }, true],
    ['a class and an anchor', { grep: '^\\w+: .*\\d{4}$' }, true],
    ['an absent word', { grep: 'warning' }, false],
    ['an excluded word', { grep: 'error', exclude: 'refused' }, false],
    ['text that is no regular expression', { grep: '[refused (' }, true],
  ])('tests a line with %s', (_, patterns, isWanted) => {
    expect(filter(patterns)('ERROR: connection [refused (port 5432')).toBe(isWanted);
  });

  it.each([
    ['(.*)*\u0001', false],
    ['(a+)+$', false],
    ['(a|a)*b', false],
    ['(?:a?){500}a{500}', true],
  ])('tests a million characters with %s before the test times out', { timeout: 20_000 }, (grep, isWanted) => {
    expect(filter({ grep })(`${'a'.repeat(1_000_000)}!`)).toBe(isWanted);
  });

  it.each([
    ['grep', '(?=a)b'],
    ['grep', '(a)\\1'],
    ['exclude', '(?<!x)y'],
    ['exclude', '(x{1000}){1000}'],
  ])('rejects syntax that RE2 does not support: %s %s', (field, pattern) => {
    const patterns = { grep: undefined, exclude: undefined, [field]: pattern };
    expect(() => createLineFilter(patterns)).toThrowError(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining(`"${field}" is a regular expression that RE2 does not support`),
        details: { field },
      }),
    );
  });
});
