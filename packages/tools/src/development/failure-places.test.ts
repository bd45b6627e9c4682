import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { toCheckoutPlaces } from './failure-places.ts';

const paths = [
  'cart/cart_test.go',
  'cart_test.go',
  'a/src/test/java/com/example/ATest.java',
  'b/src/test/java/com/example/BTest.java',
  'b/src/test/java/DTest.java',
  'sub/tests/test_s.py',
  'crates/b/src/lib.rs',
  'node_modules/x/x_test.go',
];

it.each([
  ['go', '', { file: 'example.com/shop/cart', at: 'cart_test.go:8' }, 'cart/cart_test.go', 'cart/cart_test.go:8'],
  ['go', '', { file: 'example.com/shop', at: 'cart_test.go:8' }, 'cart_test.go', 'cart_test.go:8'],
  ['go', '', { file: 'example.com/shop', at: 'x_test.go:8' }, 'example.com/shop', 'x_test.go:8'],
  ['go', '', { file: 'example.com/shop' }, 'example.com/shop', undefined],
  [
    'Maven',
    '',
    { file: 'com.example.ATest', at: 'ATest.java:5' },
    'a/src/test/java/com/example/ATest.java',
    'a/src/test/java/com/example/ATest.java:5',
  ],
  [
    'Maven',
    'b',
    { file: 'com.example.BTest$Inner', at: 'BTest.java:7' },
    'b/src/test/java/com/example/BTest.java',
    'b/src/test/java/com/example/BTest.java:7',
  ],
  [
    'Maven',
    'b',
    { file: 'DTest$Inner', at: 'DTest.java:7' },
    'b/src/test/java/DTest.java',
    'b/src/test/java/DTest.java:7',
  ],
  [
    'pytest',
    'sub',
    { file: 'tests/test_s.py', at: 'tests/test_s.py:2' },
    'sub/tests/test_s.py',
    'sub/tests/test_s.py:2',
  ],
  ['cargo', 'crates/b', { at: 'crates/b/src/lib.rs:3:34' }, 'crates/b/src/lib.rs', 'crates/b/src/lib.rs:3:34'],
  ['a runner', '', { at: '/elsewhere/x.js:1' }, undefined, '/elsewhere/x.js:1'],
])('a failure of %s in %j at %j is in %s', async (...[, folder, failure, file, at]) => {
  await using checkout = await createCheckout(Object.fromEntries(paths.map((path) => [path, ''])));
  const { ports, ...context } = checkout.context;
  const { files } = await ports.checkouts.open(context);
  const [found] = await toCheckoutPlaces([{ name: 'x', message: '', ...failure }], {
    files,
    folder,
    signal: context.signal,
  });
  expect([found?.file, found?.at]).toEqual([file, at]);
});
