/**
 * The answer of a handler that shows one resource: it goes out with an `ETag`, which is that of `content` unless the resource
 * is shown in a reduced form here. Then `whole` is what the current version shows of it, so that every address of a resource
 * names its state alike, and a change that the reduced form does not show is not overlooked.
 */
export class Representation<Content extends object> {
  constructor(
    readonly content: Content,
    readonly whole: object = content,
  ) {}
}
