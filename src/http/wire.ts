/**
 * What a response class describes, as the plain object that is sent: response classes are there for the document, nobody
 * constructs them.
 */
export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : { [Key in keyof T]: Wire<T[Key]> };
