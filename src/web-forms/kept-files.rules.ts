import type { ArrivedFile, SentValues } from './form-answers.rules.js';

/** The control that names files of an earlier try. Each value is `<signed id> <name>`. */
export const KEPT = 'kept';

/** A file as a value of the page: what is needed to attach it, and its name for the reader. */
export const keptValueOf = ({ signedId, filename }: ArrivedFile): string => `${signedId} ${filename}`;

/** The files of earlier tries that the visitor still wants to send. The writer of tickets judges their ids. */
export function keptFilesOf(values: SentValues): ArrivedFile[] {
  return (values.get(KEPT) ?? []).map((value) => {
    const [signedId = '', ...words] = value.split(' ');
    return { signedId, filename: words.join(' ') };
  });
}
