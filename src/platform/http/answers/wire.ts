/** The plain object that a response class describes. Response classes are for the OpenAPI document and are never constructed. */
export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : { [Key in keyof T]: Wire<T[Key]> };
