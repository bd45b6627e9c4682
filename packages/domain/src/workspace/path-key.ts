/**
 * Returns the same key for all names that some file system treats as one name: names that differ in case, in
 * the Unicode form of their letters, by ignorable code points (HFS+) or by trailing dots and spaces
 * (Windows).
 */
export function toNameKey(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[. ]+$/, '');
  return visible.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Applies {@link toNameKey} to each segment of a path. */
export function toPathKey(path: string): string {
  return path.split('/').map(toNameKey).join('/');
}
