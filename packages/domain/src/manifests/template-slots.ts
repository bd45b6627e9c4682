import { isCollection, isScalar, Scalar, visit, type Document, type Node } from 'yaml';

/** Puts template actions into YAML: slots stand for them in its nodes, and they replace the slots in its text. */
export interface TemplateSlots {
  /** Stands for the one value that an action such as `.Values.a | quote` makes; comments of `former` are kept. */
  value(action: string, former?: unknown): Scalar;
  /** Stands for a value that may go over lines, such as a map. */
  block(action: string): Scalar;
  /** A key that stands for lines of a map, as a named template makes them; its value is null. */
  lines(action: string): Scalar;
  /** The template of a document: its own `{{` are escaped. */
  print(document: Document): string;
}

/** Makes slots whose names are in none of the texts. */
export function createTemplateSlots(texts: readonly string[]): TemplateSlots {
  let prefix = 'slot';
  while (texts.some((text) => text.includes(prefix))) prefix += 'z';
  const actions: string[] = [];

  function add(action: string): Scalar {
    actions.push(action);
    const slot = new Scalar(`${prefix}${actions.length - 1}x`);
    slot.type = Scalar.PLAIN;
    return slot;
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

/** What was meant as text stays text. */
export function escapeActions(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

/** Actions are put in by line, so every collection has lines of its own. */
function unfold(document: Document): void {
  visit(document, {
    Node: (_key, node: Node) => {
      if (isCollection(node)) node.flow = false;
    },
  });
}
