import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { createSnapshot } from '../../../test/support/sample-code.ts';
import { sketchDiagram } from '../build/sketch-diagram.ts';
import { drawSketch } from '../layout/draw-sketch.ts';
import { toMermaid } from '@shipmate/domain/code-map';
import { toSvg } from './to-svg.ts';

const name = fc.oneof(
  fc.constantFrom('end', '"]', '%%{init}%%', '#quot;', '`a`', '<script>', 'a|b', '1. a', '--> x', 'ünï', '\u{1F600}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

function draw(names: readonly string[]) {
  const snapshot = createSnapshot(names.map((each, index) => ({ path: `f${index}/${each.replaceAll('/', '_')}.ts` })));
  const sketch = sketchDiagram({ snapshot, symbols: new Map() }, { type: 'file_tree' });
  return drawSketch(sketch, { snapshot, layoutType: 'treemap', isSimple: false });
}

it('toMermaid writes labels of any names without characters that end them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
      for (const line of toMermaid(draw(names)).trimEnd().split('\n').slice(1)) {
        expect(line).toMatch(
          /^ +(?:end|(?:subgraph )?n\d+(?:\[|\()"(?:[\p{L}\p{M}\p{N}\p{So} ./_\-,()+]|#\d+;)+"(?:\]|\)))$/u,
        );
      }
    }),
    { numRuns: 200 },
  );
});

it('toSvg writes XML for any names', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
      expect(XMLValidator.validate(toSvg(draw(names)))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
