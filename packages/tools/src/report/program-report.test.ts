import { expect, it } from 'vitest';
import { parseTestReport } from './test-report.ts';

const toLines = (events: readonly object[]): string => events.map((event) => JSON.stringify(event)).join('\n');

/** Two crates with a test of one name, and a failing example in the documentation. */
const cargo = `
running 4 tests
test tests::adds ... ok
test tests::fails ... FAILED
test tests::slow ... ignored, slow: test
test tests::no_panic - should panic ... FAILED

failures:

---- tests::fails stdout ----
test fake ... ok

thread 'tests::fails' (196) panicked at crates/a/src/lib.rs:19:51:
sum
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

---- tests::no_panic stdout ----
note: test did not panic as expected at crates/a/src/lib.rs:22:29

failures:
    tests::fails
    tests::no_panic

test result: FAILED. 1 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 1 test
test tests::fails ... FAILED

failures:

---- tests::fails stdout ----

thread 'tests::fails' (197) panicked at crates/b/src/lib.rs:3:34:
in b


failures:
    tests::fails

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 1 test
test crates/a/src/lib.rs - sub (line 8) ... FAILED

failures:

---- crates/a/src/lib.rs - sub (line 8) stdout ----
Test executable failed (exit status: 101).

stderr:

thread 'main' (12) panicked at /tmp/rustdoctest/doctest_bundle_2021.rs:3:1:
assertion \`left == right\` failed


failures:
    crates/a/src/lib.rs - sub (line 8)

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.08s
`;

it('reads the targets of cargo 1.95 (recorded) apart, and no line that a test printed', () => {
  expect(parseTestReport('libtest', [cargo], '/co')).toMatchObject({
    total: 6,
    passed: 1,
    failed: 4,
    skipped: 1,
    failures: [
      { name: 'tests::fails', at: 'crates/a/src/lib.rs:19:51' },
      { name: 'tests::no_panic - should panic', at: 'crates/a/src/lib.rs:22:29' },
      { name: 'tests::fails', message: expect.stringContaining('in b'), at: 'crates/b/src/lib.rs:3:34' },
      { name: 'crates/a/src/lib.rs - sub (line 8)', message: expect.stringContaining('left == right') },
    ],
  });
});

it('counts a target of cargo 1.95 (recorded) that was aborted as failed', () => {
  const text =
    '\nrunning 1 test\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n';
  expect(parseTestReport('libtest', [text], '/co')).toMatchObject({
    total: 1,
    failed: 1,
    failures: [{ name: '(the tests ended early)' }],
  });
});

it('counts a package that go 1.19 (recorded) could not build as failed', () => {
  const text = `{"Action":"output","Package":"m/none","Output":"?   \\tm/none\\t[no test files]\\n"}
{"Action":"skip","Package":"m/none","Elapsed":0}
FAIL\tm/price [build failed]
`;
  expect(parseTestReport('go', [text], '/co')).toMatchObject({
    total: 1,
    failed: 1,
    failures: [{ name: '(the package failed outside of its tests)', file: 'm/price' }],
  });
  expect(parseTestReport('go', ['FAIL\tm/price [build failed]\n'], '/co')).toMatchObject({ failed: 1 });
});

it('tells the errors of a compiler that go 1.24 puts into its report', () => {
  const text = toLines([
    { ImportPath: 'm/price [m/price.test]', Action: 'build-output', Output: '# m/price [m/price.test]\n' },
    { ImportPath: 'm/price [m/price.test]', Action: 'build-output', Output: 'price/price.go:3:25: cannot use "a"\n' },
    { ImportPath: 'm/price [m/price.test]', Action: 'build-fail' },
    { Action: 'start', Package: 'm/price' },
    { Action: 'output', Package: 'm/price', Output: 'FAIL\tm/price [build failed]\n' },
    { Action: 'fail', Package: 'm/price', Elapsed: 0, FailedBuild: 'm/price [m/price.test]' },
  ]);
  expect(parseTestReport('go', [text], '/co')).toMatchObject({
    failed: 1,
    failures: [{ file: 'm/price', message: expect.stringContaining('cannot use "a"'), at: 'price/price.go:3:25' }],
  });
});

it('counts what ends the process of a package of go 1.19 (recorded) as failed', () => {
  const exited = toLines([
    { Action: 'run', Package: 'm/price', Test: 'TestOne' },
    { Action: 'output', Package: 'm/price', Test: 'TestOne', Output: '=== RUN   TestOne\n' },
    { Action: 'output', Package: 'm/price', Output: 'FAIL\tm/price\t0.010s\n' },
    { Action: 'fail', Package: 'm/price', Elapsed: 0.01 },
  ]);
  const unfinished = { total: 1, failed: 1, failures: [{ file: 'm/price', name: 'TestOne' }] };
  expect(parseTestReport('go', [exited], '/co')).toMatchObject(unfinished);
  // Else a report of many such events would take quadratic time.
  const again = `${exited}\n${exited.slice(exited.lastIndexOf('{'))}`;
  expect(parseTestReport('go', [again], '/co')).toMatchObject(unfinished);
  const main = toLines([
    { Action: 'run', Package: 'm/main', Test: 'TestN' },
    { Action: 'pass', Package: 'm/main', Test: 'TestN', Elapsed: 0 },
    { Action: 'output', Package: 'm/main', Output: 'PASS\nFAIL\tm/main\t0.014s\n' },
    { Action: 'fail', Package: 'm/main', Elapsed: 0.014 },
  ]);
  expect(parseTestReport('go', [main], '/co')).toMatchObject({ total: 2, passed: 1, failed: 1 });
});

it('tells the place in the class of a Java test, not in its library', () => {
  const text = `<testsuite><testcase name="bad" classname="com.example.ATest"><failure>java.lang.AssertionError: no
\tat org.junit.Assert.fail(Assert.java:89)
\tat com.example.ATest.bad(ATest.java:5)</failure></testcase></testsuite>`;
  expect(parseTestReport('junit', [text], '/co')).toMatchObject({
    failures: [{ file: 'com.example.ATest', at: 'ATest.java:5' }],
  });
});

it('says that a hook failed where Vitest 5.1 (recorded) has no message', () => {
  const assertionResults = [
    { fullName: 'ok', status: 'passed', title: 'ok', failureMessages: [] },
    { fullName: 'in never', status: 'skipped', title: 'never', failureMessages: [] },
  ];
  const text = JSON.stringify({
    testResults: [{ assertionResults, status: 'failed', message: '', name: '/co/a.test.ts' }],
  });
  expect(parseTestReport('jest', [text], '/co')).toMatchObject({
    failed: 1,
    failures: [{ file: 'a.test.ts', message: expect.stringContaining('A hook failed') }],
  });
});
