import { expect, it } from 'vitest';
import { parseLintReport } from './lint-report.ts';

it('the JSON of ESLint is read, errors first, with paths from the checkout', () => {
  const message = { ruleId: 'no-var', severity: 1, message: 'Unexpected var.', line: 2, column: 3 };
  const text = JSON.stringify([
    {
      filePath: '/checkout/src/a.ts',
      messages: [message, { ...message, ruleId: null, severity: 2, message: 'Parsing error' }],
    },
    { filePath: '/checkout/src/b.ts', messages: [] },
  ]);
  expect(parseLintReport('eslint', text, '/checkout')).toEqual({
    errors: 1,
    warnings: 1,
    problems: [
      { file: 'src/a.ts', line: 2, column: 3, severity: 'error', rule: null, message: 'Parsing error' },
      { file: 'src/a.ts', line: 2, column: 3, severity: 'warning', rule: 'no-var', message: 'Unexpected var.' },
    ],
  });
});

it('the lines of Biome are read, and other lines are left out', () => {
  const line =
    '::error title=lint/suspicious/noDebugger,file=./a%2Cb.ts,line=2,endLine=2,col=15,endColumn=24::50%25 of it%0Ais: bad';
  expect(parseLintReport('github', `Checked 1 file\n${line}\n::error nothing\n`, '/checkout')).toEqual({
    errors: 1,
    warnings: 0,
    problems: [
      {
        file: 'a,b.ts',
        line: 2,
        column: 15,
        severity: 'error',
        rule: 'lint/suspicious/noDebugger',
        message: '50% of it\nis: bad',
      },
    ],
  });
});

it.each(['', 'not JSON', '{}', '[{"filePath":1}]'])('%j is no report of ESLint', (text) => {
  expect(parseLintReport('eslint', text, '/checkout')).toBeUndefined();
});

it('a report with many problems is cut, and counts all', () => {
  const messages = Array.from({ length: 500 }, () => ({ ruleId: 'x', severity: 2, message: 'x'.repeat(9_000) }));
  const report = parseLintReport('eslint', JSON.stringify([{ filePath: 'a.ts', messages }]), '/checkout');
  expect(report).toMatchObject({ errors: 500, warnings: 0 });
  expect(report?.problems).toHaveLength(200);
  expect(report?.problems[0]?.message).toHaveLength(1_000);
});

// In time that grows with each problem, this takes longer than its time limit.
it('reads a report with huge names, and cuts them', () => {
  const message = { severity: 2, ruleId: 'r'.repeat(10_000), message: 'm'.repeat(10_000), line: 1.5, column: 1e308 };
  const text = JSON.stringify([
    { filePath: `/r/${'a'.repeat(1_000_000)}`, messages: Array.from({ length: 300 }, () => message) },
  ]);
  const report = parseLintReport('eslint', text, '/r');
  expect(report).toMatchObject({ errors: 300, warnings: 0 });
  expect(JSON.stringify(report).length).toBeLessThan(800_000);
  expect(report?.problems[0]).toMatchObject({ line: 1, column: 1 });
});
