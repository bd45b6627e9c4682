import { describe, expect, it } from 'vitest';
import { parseCoverage, parseTestReport, type ReportFormat } from './test-report.ts';

/** Reports of one test that passes, one that fails and one that is skipped, shortened. */
const reports: readonly (readonly [string, ReportFormat, string, object])[] = [
  [
    'Vitest 5.1 (recorded), with a file that cannot be loaded',
    'jest',
    JSON.stringify({
      numTotalTests: 3,
      testResults: [
        {
          assertionResults: [],
          status: 'failed',
          message: "Cannot find module './missing.ts'",
          name: '/co/broken.test.ts',
        },
        {
          assertionResults: [
            { fullName: 'math adds', status: 'passed', title: 'adds', failureMessages: [] },
            {
              fullName: 'math subtracts',
              status: 'failed',
              title: 'subtracts',
              failureMessages: [
                'AssertionError: expected 2 to be 1 // Object.is equality\n    at /co/math.test.ts:4:39\n    at file:///co/node_modules/vitest/run.js:1695:35',
              ],
            },
            { fullName: 'math waits', status: 'skipped', title: 'waits', failureMessages: [] },
          ],
          status: 'failed',
          message: '',
          name: '/co/math.test.ts',
        },
      ],
    }),
    {
      total: 4,
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        { file: 'broken.test.ts', name: '(the file could not be run)', message: "Cannot find module './missing.ts'" },
        { file: 'math.test.ts', name: 'math subtracts', at: 'math.test.ts:4:39' },
      ],
    },
  ],
  [
    'Jest 27 of react-scripts 5.0.1 (recorded), with a file that cannot be loaded',
    'jest',
    JSON.stringify({
      numTotalTests: 4,
      testResults: [
        {
          assertionResults: [
            { fullName: 'sum adds', status: 'passed', title: 'adds', failureMessages: [] },
            {
              fullName: 'sum fails',
              status: 'failed',
              title: 'fails',
              failureMessages: [
                'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 4\nReceived: 3\n    at Object.<anonymous> (/co/src/sum.test.js:5:39)\n    at Promise.then.completed (/co/node_modules/jest-circus/build/utils.js:391:28)',
              ],
            },
            { fullName: 'sum skips', status: 'pending', title: 'skips', failureMessages: [] },
            { fullName: 'sum waits', status: 'todo', title: 'waits', failureMessages: [] },
          ],
          message: '  ● sum › fails\n',
          name: '/co/src/sum.test.js',
          status: 'failed',
        },
        {
          assertionResults: [],
          message: "  ● Test suite failed to run\n\n    Cannot find module './absent' from 'src/broken.test.js'\n",
          name: '/co/src/broken.test.js',
          status: 'failed',
        },
      ],
    }),
    {
      total: 5,
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: [
        { file: 'src/sum.test.js', name: 'sum fails', at: 'src/sum.test.js:5:39' },
        { file: 'src/broken.test.js', name: '(the file could not be run)' },
      ],
    },
  ],
  [
    'bun 1.4.5 (recorded)',
    'junit',
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="2" failures="2" skipped="2" time="0.118681459">
  <testsuite name="src/sum.test.ts" file="src/sum.test.ts" tests="5" failures="2" skipped="2" hostname="vm">
    <testsuite name="sum" file="src/sum.test.ts" line="4" tests="5" failures="2" skipped="2" hostname="vm">
      <testcase name="adds" classname="sum" time="0.000066" file="src/sum.test.ts" line="5" assertions="1" />
      <testcase name="fails &amp; &lt;says&gt; &quot;so&quot;" classname="sum" file="src/sum.test.ts" line="6" assertions="1">
        <failure type="AssertionError" message="expect(received).toBe(expected)&#10;&#10;Expected: 4&#10;Received: 3&#10;">AssertionError: expect(received).toBe(expected)&#10;&#10;Expected: 4&#10;Received: 3&#10;&#10;</failure>
      </testcase>
      <testcase name="skips" classname="sum" time="0" file="src/sum.test.ts" line="7" assertions="0">
        <skipped />
      </testcase>
      <testcase name="waits" classname="sum" time="0" file="src/sum.test.ts" line="8" assertions="0">
        <skipped message="TODO" />
      </testcase>
      <testsuite name="inner" file="src/sum.test.ts" line="9" tests="1" failures="1" skipped="0" hostname="vm">
        <testcase name="throws" classname="inner &gt; sum" time="0.000155" file="src/sum.test.ts" assertions="0">
          <failure type="Error" message="two&#10;lines">Error: two&#10;lines&#10;      at src/sum.test.ts:9:78&#10;</failure>
        </testcase>
      </testsuite>
    </testsuite>
  </testsuite>
</testsuites>`,
    {
      total: 5,
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: [
        {
          file: 'src/sum.test.ts',
          name: 'fails & <says> "so"',
          message: expect.stringContaining('Expected: 4\nReceived: 3'),
        },
        {
          file: 'src/sum.test.ts',
          name: 'throws',
          message: expect.stringMatching(/^Error: two\nlines\n/),
          at: 'src/sum.test.ts:9:78',
        },
      ],
    },
  ],
  [
    'node:test of Node 24 (recorded)',
    'junit',
    `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testsuite name="math" time="0.005442" disabled="0" errors="0" tests="3" failures="1" skipped="1" hostname="vm">
		<testcase name="adds" time="0.001339" classname="math" file="/co/math.test.mjs"/>
		<testcase name="subtracts &lt;a &amp; b>" time="0.001239" classname="math" file="/co/math.test.mjs" failure="2 == 1">
			<failure type="testCodeFailure" message="2 == 1">
Error [ERR_TEST_FAILURE]: 2 == 1
    at async Promise.all (index 0) {
  cause: AssertionError [ERR_ASSERTION]: 2 == 1
      at TestContext.&lt;anonymous> (file:///co/math.test.mjs:5:42)
      at Test.run (node:internal/test_runner/test:1402:25)
}
			</failure>
		</testcase>
		<testcase name="waits" time="0.000475" classname="math" file="/co/math.test.mjs">
			<skipped type="skipped" message="true"/>
		</testcase>
	</testsuite>
	<!-- tests 3 -->
</testsuites>`,
    { failures: [{ file: 'math.test.mjs', name: 'subtracts <a & b>', at: 'math.test.mjs:5:42' }] },
  ],
  [
    'Mocha 11 xunit (recorded)',
    'junit',
    `<testsuite name="Mocha Tests" tests="3" failures="0" errors="1" skipped="1" time="0.005">
<testcase classname="math" name="adds" file="/co/test/math.js" time="0"/>
<testcase classname="math" name="subtracts" file="/co/test/math.js" time="0.001"><failure>2 == 1
AssertionError [ERR_ASSERTION]: 2 == 1
    at Context.&#x3C;anonymous&#x3E; (test/math.js:2:93)</failure></testcase>
<testcase classname="math" name="waits" file="/co/test/math.js" time="0"><skipped/></testcase>
</testsuite>`,
    {
      failures: [
        {
          file: 'test/math.js',
          name: 'subtracts',
          at: 'test/math.js:2:93',
          message: expect.stringContaining('<anonymous>'),
        },
      ],
    },
  ],
  [
    'pytest 9.0 (recorded)',
    'junit',
    `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="1" tests="3"><testcase classname="test_m" name="test_adds" time="0.001" /><testcase classname="test_m" name="test_subtracts" time="0.001"><failure message="assert (3 - 1) == 1">def test_subtracts():
&gt;       assert 3 - 1 == 1
E       assert (3 - 1) == 1

test_m.py:4: AssertionError</failure></testcase><testcase classname="test_m" name="test_waits" time="0.000"><skipped type="pytest.skip" message="unconditional skip">/co/test_m.py:5: unconditional skip</skipped></testcase></testsuite></testsuites>`,
    { failures: [{ name: 'test_subtracts', at: 'test_m.py:4' }] },
  ],
  [
    'Surefire 3 (written after its schema surefire-test-report.xsd)',
    'junit',
    `<testsuite name="shop.MathTest" time="0.05" tests="3" errors="1" skipped="1" failures="0">
  <properties><property name="java.version" value="17"/></properties>
  <testcase name="adds" classname="shop.MathTest" time="0.001"/>
  <testcase name="subtracts" classname="shop.MathTest" time="0.002">
    <error message="expected: &lt;1&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
	at shop.MathTest.subtracts(MathTest.java:12)
]]></error>
    <system-out>hello</system-out>
  </testcase>
  <testcase name="waits" classname="shop.MathTest" time="0"><skipped message="later"/></testcase>
</testsuite>`,
    { failures: [{ file: 'shop.MathTest', name: 'subtracts', at: 'MathTest.java:12' }] },
  ],
  [
    'Surefire 2.22 with JUnit 4 (recorded)',
    'junit',
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" name="com.example.OrdersTest" time="0.172" tests="1" errors="0" skipped="0" failures="1">
  <properties>
    <property name="java.specification.version" value="17"/>
    <property name="sun.java.launcher" value="SUN_STANDARD"/>
  </properties>
  <testcase name="totalAddsTheShipping" classname="com.example.OrdersTest" time="0.041">
    <failure message="expected:&lt;1500&gt; but was:&lt;500&gt;" type="java.lang.AssertionError"><![CDATA[java.lang.AssertionError: expected:<1500> but was:<500>
	at com.example.OrdersTest.totalAddsTheShipping(OrdersTest.java:10)
]]></failure>
  </testcase>
</testsuite>`,
    {
      total: 1,
      passed: 0,
      skipped: 0,
      failures: [{ file: 'com.example.OrdersTest', name: 'totalAddsTheShipping', at: 'OrdersTest.java:10' }],
    },
  ],
  [
    'go test -json (written after the documentation of test2json)',
    'go',
    [
      { Action: 'start', Package: 'm' },
      { Action: 'run', Package: 'm', Test: 'TestAdd' },
      { Action: 'output', Package: 'm', Test: 'TestAdd', Output: '=== RUN   TestAdd\n' },
      { Action: 'pass', Package: 'm', Test: 'TestAdd', Elapsed: 0 },
      { Action: 'output', Package: 'm', Test: 'TestSubtract', Output: '    m_test.go:6: got 2\n' },
      { Action: 'fail', Package: 'm', Test: 'TestSubtract', Elapsed: 0 },
      { Action: 'skip', Package: 'm', Test: 'TestWait', Elapsed: 0 },
      { Action: 'fail', Package: 'm', Elapsed: 0.1 },
    ]
      .map((event) => JSON.stringify(event))
      .join('\n'),
    { failures: [{ file: 'm', name: 'TestSubtract', at: 'm_test.go:6' }] },
  ],
  [
    'cargo test 1.9x (recorded)',
    'libtest',
    `
running 3 tests
test adds ... ok
test waits ... ignored
test subtracts ... FAILED

failures:

---- subtracts stdout ----

thread 'subtracts' (11759) panicked at src/lib.rs:2:26:
assertion \`left == right\` failed
             at /rustc/59807616/library/std/src/panicking.rs:689:5


failures:
    subtracts

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.21s
`,
    { failures: [{ name: 'subtracts', at: 'src/lib.rs:2:26' }] },
  ],
];

describe('parseTestReport', () => {
  it.each(reports)('reads totals, failures and places of %s', (...[, format, text, expected]) => {
    const counts = { total: 3, passed: 1, failed: 1, skipped: 1 };
    expect(parseTestReport(format, [text], '/co')).toMatchObject({ ...counts, ...expected });
  });

  it.each([
    ['jest', ''],
    ['jest', '{"testResults":'],
    ['jest', '[1]'],
    ['jest', '{"numTotalTests":0}'],
    ['junit', ''],
    ['junit', '<html/>'],
    ['junit', '<testsuite'],
    ['go', 'go: no such tool\n{broken'],
    ['libtest', 'error: could not compile'],
  ] as const)('does not read %s from %j', (format, text) => {
    expect(parseTestReport(format, [text], '/co')).toBeUndefined();
  });

  it.each([
    ['24', '<testcase name="src/sum.test.js" time="0.06" classname="test" file="/co/src/sum.test.js"/>'],
    ['22', '<testcase name="src/sum.test.js" time="0.12" classname="test"/>'],
  ])('does not count a file in which no test ran in a report of node:test of Node %s (recorded)', (_version, file) => {
    const none = `<testsuites>${file}</testsuites>`;
    expect(parseTestReport('junit', [none], '/co')).toMatchObject({ total: 0, passed: 0 });
    const one = `<testsuites>${file}<testcase name="adds" time="0.001" classname="test"/></testsuites>`;
    expect(parseTestReport('junit', [one], '/co')).toMatchObject({ total: 1, passed: 1 });
  });

  it('counts a failing TODO test of node:test (recorded) as skipped', () => {
    const text = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="waits" time="0.000880" classname="test" file="/co/a.test.mjs" failure="no">
		<skipped type="todo" message="later"/>
		<failure type="testCodeFailure" message="no">
[Error [ERR_TEST_FAILURE]: no] {
  cause: Error: no
      at TestContext.&lt;anonymous> (file:///co/a.test.mjs:2:50)
}
		</failure>
	</testcase>
	<testcase name="adds" time="0.000114" classname="test" file="/co/a.test.mjs"/>
	<!-- todo 1 -->
</testsuites>`;
    const counts = { total: 2, passed: 1, failed: 0, skipped: 1, failures: [] };
    expect(parseTestReport('junit', [text], '/co')).toEqual(counts);
  });

  it('counts a skipped test of pytest whose teardown fails as failed', () => {
    const text =
      '<testsuite><testcase name="waits"><skipped type="pytest.skip" message="later"/><error message="failed on teardown"/></testcase></testsuite>';
    expect(parseTestReport('junit', [text], '/co')).toMatchObject({ total: 1, failed: 1, skipped: 0 });
  });

  it('does not read an empty list of reports', () => {
    expect(parseTestReport('junit', [], '/co')).toBeUndefined();
  });

  it('reads a report without tests', () => {
    const none = { total: 0, passed: 0, failed: 0, skipped: 0, failures: [] };
    expect(parseTestReport('junit', ['<testsuites/>'], '/co')).toEqual(none);
    expect(parseTestReport('jest', ['{"testResults":[]}'], '/co')).toEqual(none);
    const file =
      '<testsuites><testcase name="a.test.mjs" time="0.2" classname="test" file="/co/a.test.mjs"/></testsuites>';
    expect(parseTestReport('junit', [file], '/co')).toEqual(none);
    expect(parseTestReport('libtest', ['running 0 tests\n\ntest result: ok. 0 passed'], '/co')).toEqual(none);
  });

  it('expands no entity that a report declares', () => {
    const text = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><testsuite><testcase name="&b;"><failure message="&b;"/></testcase></testsuite>`;
    expect(parseTestReport('junit', [text], '/co')).toMatchObject({ failed: 1, failures: [{ name: '&b;' }] });
  });

  it('lists 50 failures with bounded texts and counts all', () => {
    const test = { fullName: 'x'.repeat(10_000), status: 'failed', failureMessages: ['y'.repeat(100_000)] };
    const text = JSON.stringify({
      testResults: [{ name: 'a', status: 'failed', assertionResults: Array(60).fill(test) }],
    });
    const report = parseTestReport('jest', [text], '/co');
    expect(report).toMatchObject({ failed: 60, total: 60 });
    expect(report?.failures).toHaveLength(50);
    expect(report?.failures[0]?.name.length).toBe(500);
    expect(report?.failures[0]?.message.length).toBe(4_000);
  });

  it('keeps the end of a long message of pytest, which names the error and its place', () => {
    const message = `def test_m():\n${'>       expected = 1\n'.repeat(1_000)}E       AssertionError\n\ntest_m.py:99: AssertionError`;
    const text = `<testsuite><testcase classname="test_m" name="test_m"><failure message="assert 1 == 2">${message}</failure></testcase></testsuite>`;
    const [failure] = parseTestReport('junit', [text], '/co')?.failures ?? [];
    expect(failure).toMatchObject({
      at: 'test_m.py:99',
      message: expect.stringMatching(
        /^assert 1 == 2\ndef test_m[^]+ of 21\d{3} characters is left out[^]+E {7}AssertionError/,
      ),
    });
    expect(failure?.message.length).toBe(4_000);
  });

  it.each([
    ['without a package', 'OrdersTest', 'OrdersTest'],
    ['in a class', 'com.example.OrdersTest$Total', 'com.example.OrdersTest$Total'],
    ['in a class without a package', 'OrdersTest$Total', 'OrdersTest$Total'],
  ])('finds the place of a Java test %s below those of its library', (_name, classname, file) => {
    const stack = `org.opentest4j.AssertionFailedError: expected: &lt;1&gt; but was: &lt;2&gt;
\tat org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)
\tat ${classname}.adds(OrdersTest.java:10)`;
    const text = `<testsuite><testcase name="adds()" classname="${classname}"><failure message="no">${stack}</failure></testcase></testsuite>`;
    expect(parseTestReport('junit', [text], '/co')?.failures).toMatchObject([{ file, at: 'OrdersTest.java:10' }]);
  });

  it('reads a test with a huge class name', () => {
    const test = `<testcase name="a" classname="${'a.'.repeat(4_000_000)}"><failure>no</failure></testcase>`;
    const report = parseTestReport('junit', [`<testsuite>${test}</testsuite>`], '/co');
    expect(report).toMatchObject({ failed: 1, failures: [{ name: 'a', message: 'no' }] });
  });

  it('counts a Go package that does not compile as a failure', () => {
    const events = [
      { Action: 'output', Package: 'm', Output: 'FAIL\tm [build failed]\n' },
      { Action: 'fail', Package: 'm', Elapsed: 0 },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(parseTestReport('go', [text], '/co')).toMatchObject({ failed: 1, failures: [{ file: 'm' }] });
  });
});

it.each([
  [
    '{"total":{"lines":{"pct":81.5},"functions":{"pct":90},"branches":{"pct":50}}}',
    { lines: 81.5, functions: 90, branches: 50 },
  ],
  [
    'TN:\nSF:a.js\nFNF:2\nFNH:1\nLF:10\nLH:9\nend_of_record\nSF:b.js\nLF:10\nLH:0\nend_of_record\n',
    { lines: 45, functions: 50 },
  ],
  ['{"total":{}}', undefined],
  ['{"total":{"lines":{"pct":1e999}}}', undefined],
  ['nothing', undefined],
])('parseCoverage reads %j', (text, expected) => {
  expect(parseCoverage(text)).toEqual(expected);
});
