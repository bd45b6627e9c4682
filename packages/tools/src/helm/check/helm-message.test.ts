import { expect, it } from 'vitest';
import { parseHelmMessage } from './helm-message.ts';

const nilPointer = 'at <.Values.x.y>: nil pointer evaluating interface {}.y';

it.each([
  [
    `Error: template: shop/templates/a.yaml:4:18: executing "shop/templates/a.yaml" at <.Values.x.y>: nil pointer evaluating interface {}.y\n\nUse --debug flag to render out invalid YAML`,
    [{ check: 'template-error', file: 'templates/a.yaml', line: 4, message: nilPointer }],
  ],
  [
    'level=INFO msg="x"\nError: shop/templates/a.yaml:4:18\n  executing "shop/templates/a.yaml" at <.Values.x.y>:\n    nil pointer evaluating interface {}.y\n\nUse --debug flag to render out invalid YAML',
    [{ check: 'template-error', file: 'templates/a.yaml', line: 4, message: nilPointer }],
  ],
  [
    'Error: template: shop/charts/db/templates/a.yaml:1:3: executing "shop/charts/db/templates/a.yaml" at <include "x" .>: error calling include: template: shop/templates/_b.tpl:9:2: executing "x" at <.Values.x.y>: nil pointer evaluating interface {}.y',
    [{ check: 'template-error', file: 'templates/_b.tpl', line: 9, message: nilPointer }],
  ],
  [
    'engine.go:227: [INFO] Fail: no way\nError: execution error at (shop/templates/a.yaml:2:3): no way',
    [{ check: 'template-error', file: 'templates/a.yaml', line: 2, message: 'no way' }],
  ],
  [
    "Error: values don't meet the specifications of the schema(s) in the following chart(s):\nshop:\n- (root): a is required\n- b: Invalid type.\n",
    [
      { check: 'values-schema', message: '(root): a is required' },
      { check: 'values-schema', message: 'b: Invalid type.' },
    ],
  ],
  [
    'Error: YAML parse error on shop/templates/a.yaml: error converting YAML to JSON: yaml: line 2: bad',
    [
      {
        check: 'rendered-yaml',
        file: 'templates/a.yaml',
        message: 'What it renders is not valid YAML: rendered line 2: bad',
      },
    ],
  ],
  [
    'Error: cannot load values.yaml: cannot unmarshal yaml document: error converting YAML to JSON: yaml: line 81: did not find expected node content',
    [
      {
        check: 'file-yaml',
        file: 'values.yaml',
        line: 81,
        message: 'Helm cannot read it: did not find expected node content',
      },
    ],
  ],
  [
    'Error: cannot load values.yaml: error converting YAML to JSON: yaml: line 3: mapping values are not allowed',
    [
      {
        check: 'file-yaml',
        file: 'values.yaml',
        line: 3,
        message: 'Helm cannot read it: mapping values are not allowed',
      },
    ],
  ],
  [
    'Error: chart requires kubeVersion: >=2 which is incompatible with Kubernetes v1.32.1',
    [{ check: 'helm', message: 'chart requires kubeVersion: >=2 which is incompatible with Kubernetes v1.32.1' }],
  ],
])('parseHelmMessage parses %j', (text, messages) => {
  expect(parseHelmMessage(text, 'shop')).toEqual(messages);
});
