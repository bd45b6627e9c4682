import type { GrammarRules } from '../grammar-rules.ts';

export const csharpRules: GrammarRules = {
  grammar: 'c-sharp',
  importKind: 'static',
  isExported: (_, head) => /\bpublic\b/u.test(head),
  query: `
    (comment) @comment
    (namespace_declaration name: (_) @name) @module
    (class_declaration name: (identifier) @name) @class
    (struct_declaration name: (identifier) @name) @class
    (record_declaration name: (identifier) @name) @class
    (interface_declaration name: (identifier) @name) @interface
    (enum_declaration name: (identifier) @name) @enum
    (delegate_declaration name: (identifier) @name) @type
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (property_declaration name: (identifier) @name) @variable
    (using_directive !name [(qualified_name) (identifier)] @from) @import
    (using_directive name: (identifier) [(qualified_name) (identifier)] @from .) @import
  `,
};
