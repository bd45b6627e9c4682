import { isScalar, Scalar, visit, type Document } from 'yaml';

/** Inserts template actions into YAML: slots represent them in its nodes and are replaced in its text. */
export interface TemplateSlots {
  /**
   * Creates a slot for the single value of an action such as `.Values.a | quote`; comments of `former` are
   * kept.
   */
  value(action: string, former?: unknown): Scalar;
  /** Creates a slot for a value that may span lines, such as a map. */
  block(action: string): Scalar;
  /** Creates a key that represents lines of a map, as a named template renders them; its value is null. */
  lines(action: string): Scalar;
  /** Prints the template of a document; `{{` in its own text is escaped. */
  print(document: Document): string;
}

/** Creates slots whose names occur in none of the texts. */
export function createTemplateSlots(texts: readonly string[]): TemplateSlots {
  let prefix = 'slot';
  while (texts.some((text) => text.includes(prefix))) prefix += 'z';
  const actions: string[] = [];

  function add(action: string): Scalar {
    actions.push(action);
    return new Scalar(`${prefix}${actions.length - 1}x`);
  }
  const slot = `${prefix}(\\d+)x`;
  const actionOf = (index: string): string => actions[Number(index)] ?? '';

  return {
    value(action, former) {
      const made = add(`{{ ${action} }}`);
      if (isScalar(former)) {
        made.comment = former.comment ?? null;
        made.commentBefore = former.commentBefore ?? null;
      }
      return made;
    },
    block: (action) => add(`toYaml ${action}`),
    lines: (action) => add(action),
    print(document) {
      unfold(document);
      return escapeActions(document.toString({ lineWidth: 0, directives: false }))
        .replace(new RegExp(`^( *)${slot}: null$`, 'gm'), (_line, indent: string, index: string) =>
          toLines(indent.length, actionOf(index)),
        )
        .replace(new RegExp(`^(.*): ${slot}$`, 'gm'), (line, key: string, index: string) => {
          const action = actionOf(index);
          const indent = (/^ *(?:- )*/.exec(key)?.[0].length ?? 0) + 2;
          return action.startsWith('toYaml ') ? `${key}:\n${toLines(indent, action)}` : line;
        })
        .replace(new RegExp(slot, 'g'), (_slot, index: string) => actionOf(index));
    },
  };
}

function toLines(indent: number, action: string): string {
  return `${' '.repeat(indent)}{{- ${action} | nindent ${indent} }}`;
}

/** Literal text must stay text. */
function escapeActions(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

/** Actions are inserted by line, so every collection needs its own lines. */
function unfold(document: Document): void {
  visit(document, {
    Collection: (_key, node) => {
      node.flow = false;
    },
  });
}
