/**
 * Returns the same key for all names that some file system takes for one name: names that differ in case, in the form of their
 * letters, by ignorable code points (HFS+) or by trailing dots and spaces (Windows).
 */
export function toNameKey(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[. ]+$/, '');
  return visible.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** As {@link toNameKey}, for each segment of a path. */
export function toPathKey(path: string): string {
  return path.split('/').map(toNameKey).join('/');
}
