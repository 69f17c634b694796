/** Bytes of all files of a mail. Base64 makes a third more of them, and many servers take 20 or 25 MB. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Attaches files in their order, each that still has room. The others are only named. */
export function dividedFiles<File extends { readonly byteSize: number }>(
  files: readonly File[],
): { readonly attached: readonly File[]; readonly named: readonly File[] } {
  const [attached, named]: [File[], File[]] = [[], []];
  let left = MOST_BYTES;
  for (const file of files) {
    if (file.byteSize > left) named.push(file);
    else {
      attached.push(file);
      left -= file.byteSize;
    }
  }
  return { attached, named };
}
