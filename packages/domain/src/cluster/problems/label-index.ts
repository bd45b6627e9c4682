import { matchesLabels, matchesSelector } from '../object/matches-selector.ts';
import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from '../object/read-value.ts';

/** Items by their labels, so that a selector is compared only with items that share a label with it. */
export class LabelIndex<Item> {
  readonly #all: readonly Item[];
  readonly #labelsOf: (item: Item) => JsonObject;
  readonly #byLabel = new Map<string, Item[]>();

  constructor(items: readonly Item[], labelsOf: (item: Item) => JsonObject) {
    this.#all = items;
    this.#labelsOf = labelsOf;
    for (const item of items) {
      for (const [key, value] of Object.entries(labelsOf(item))) {
        const label = toLabel(key, value);
        const known = this.#byLabel.get(label);
        if (known) known.push(item);
        else this.#byLabel.set(label, [item]);
      }
    }
  }

  /** Returns the items with all of these labels. */
  withLabels(labels: JsonObject): readonly Item[] {
    return this.#nearest(labels).filter((item) => matchesLabels(labels, this.#labelsOf(item)));
  }

  /** Checks whether a selector of `matchLabels` and `matchExpressions` selects an item. */
  hasSelected(selector: JsonObject): boolean {
    return this.#candidatesOf(selector).some((item) => matchesSelector(selector, this.#labelsOf(item)));
  }

  #candidatesOf(selector: JsonObject): readonly Item[] {
    const lists = [this.#nearest(objectAt(selector, 'matchLabels')), ...this.#candidatesOfExpressions(selector)];
    return lists.reduce((known, each) => (each.length < known.length ? each : known));
  }

  /** Returns the shortest list that contains every item with these labels. */
  #nearest(labels: JsonObject): readonly Item[] {
    const lists = Object.entries(labels).map(([key, value]) => this.#byLabel.get(toLabel(key, value)) ?? []);
    return lists.reduce<readonly Item[]>((known, each) => (each.length < known.length ? each : known), this.#all);
  }

  #candidatesOfExpressions(selector: JsonObject): readonly (readonly Item[])[] {
    return objectsAt(selector, 'matchExpressions')
      .filter((expression) => textAt(expression, 'operator') === 'In')
      .map((expression) => {
        const key = textAt(expression, 'key') ?? '';
        return [...new Set(textsAt(expression, 'values'))].flatMap(
          (value) => this.#byLabel.get(toLabel(key, value)) ?? [],
        );
      });
  }
}

function toLabel(key: string, value: unknown): string {
  return `${key}=${String(value)}`;
}
