import type { GrammarRules } from '../grammar-rules.ts';

export const javaRules: GrammarRules = {
  grammar: 'java',
  importKind: 'static',
  isExported: (_, head) => /\bpublic\b/u.test(head),
  query: `
    (line_comment) @comment
    (block_comment) @comment
    (class_declaration name: (identifier) @name) @class
    (record_declaration name: (identifier) @name) @class
    (interface_declaration name: (identifier) @name) @interface
    (annotation_type_declaration name: (identifier) @name) @interface
    (enum_declaration name: (identifier) @name) @enum
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (field_declaration declarator: (variable_declarator name: (identifier) @name)) @variable
    (import_declaration [(scoped_identifier) (identifier)] @from) @import
    (import_declaration (asterisk) @imported) @import
  `,
};
