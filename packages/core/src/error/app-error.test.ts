import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';

it('AppError has a cause only when one is given', () => {
  const [bare, caused] = [undefined, new Error('no')].map(
    (cause) => new AppError({ code: 'TIMEOUT', message: 'Late.', cause }),
  );
  expect(bare).not.toHaveProperty('cause');
  expect(caused).toHaveProperty('cause', new Error('no'));
});
