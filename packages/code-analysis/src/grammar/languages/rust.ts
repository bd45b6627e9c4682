import type { GrammarRules } from '../grammar-rules.ts';

export const rustRules: GrammarRules = {
  grammar: 'rust',
  importKind: 'static',
  isExported: (_, head) => /^(?:#\[[^\]]*\]\s*)*pub\b/u.test(head),
  query: `
    (line_comment) @comment
    (block_comment) @comment
    (function_item name: (identifier) @name) @function
    (function_signature_item name: (identifier) @name) @function
    (struct_item name: (type_identifier) @name) @class
    (union_item name: (type_identifier) @name) @class
    (enum_item name: (type_identifier) @name) @enum
    (trait_item name: (type_identifier) @name) @interface
    (type_item name: (type_identifier) @name) @type
    (const_item name: (identifier) @name) @variable
    (static_item name: (identifier) @name) @variable
    (macro_definition name: (identifier) @name) @function
    (mod_item name: (identifier) @name body: (declaration_list)) @module
    (impl_item type: (type_identifier) @name) @scope
    (impl_item type: (generic_type type: (type_identifier) @name)) @scope
    (mod_item !body name: (identifier) @from) @import
    (extern_crate_declaration name: (identifier) @from) @import
    (use_declaration argument: (_) @from) @import
  `,
};
