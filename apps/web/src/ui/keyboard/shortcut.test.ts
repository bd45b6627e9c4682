import { expect, test } from 'vitest';
import { isPressed, shortcuts, type ShortcutName } from './shortcut.ts';

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test.each<[string, Partial<typeof plain>, ShortcutName | null]>([
  ['a', {}, 'acceptFile'],
  ['A', { shiftKey: true }, 'acceptAll'],
  ['A', {}, 'acceptFile'],
  ['x', {}, 'rejectFile'],
  ['X', { shiftKey: true }, 'rejectAll'],
  ['/', {}, 'writeMessage'],
  ['/', { shiftKey: true }, 'writeMessage'],
  ['?', { shiftKey: true }, 'showShortcuts'],
  ['a', { ctrlKey: true }, null],
  ['n', { metaKey: true }, null],
  ['p', { altKey: true }, null],
  ['Enter', {}, null],
])('isPressed returns for %s with %o: %s', (key, modifiers, name) => {
  const event = { ...plain, ...modifiers, key };
  const pressed = Object.entries(shortcuts).filter(([, shortcut]) => isPressed(shortcut, event));
  expect(pressed.map(([found]) => found)).toEqual(name === null ? [] : [name]);
});
