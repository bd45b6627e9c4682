import { expect, test } from 'vitest';
import { isPressed, shortcuts, type ShortcutName } from './shortcut.ts';

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

// The Inbox and a review never share a page, so they may share a key.
test.each<[string, Partial<typeof plain>, ...ShortcutName[]]>([
  ['a', {}, 'acceptFile', 'approveItems'],
  ['A', { shiftKey: true }, 'acceptAll'],
  ['A', {}, 'acceptFile', 'approveItems'],
  ['x', {}, 'rejectFile', 'selectItem'],
  ['X', { shiftKey: true }, 'rejectAll'],
  ['/', {}, 'writeMessage'],
  ['/', { shiftKey: true }, 'writeMessage'],
  ['?', { shiftKey: true }, 'showShortcuts'],
  ['a', { ctrlKey: true }],
  ['n', { metaKey: true }],
  ['p', { altKey: true }],
  ['Enter', {}],
])('isPressed returns for %s with %o: %s', (key, modifiers, ...names) => {
  const event = { ...plain, ...modifiers, key };
  const pressed = Object.entries(shortcuts).filter(([, shortcut]) => isPressed(shortcut, event));
  expect(pressed.map(([found]) => found)).toEqual(names);
});
