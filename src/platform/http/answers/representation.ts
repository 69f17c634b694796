/**
 * A handler answers with one resource. Its `ETag` is that of `whole`, so that every address of a resource gives one tag.
 * `location` is the path of a resource that was made. `status` replaces the status of the route.
 */
export class Representation<Content extends object> {
  constructor(
    readonly content: Content,
    readonly whole: object = content,
    readonly location?: string,
    readonly status?: number,
  ) {}
}

/** A resource with parts that change without its tag, so a reader with `If-None-Match` gets all of it again. */
export class ChangingRepresentation<Content extends object> extends Representation<Content> {}

/** The text of an answer is made once for many requests. */
export class PreparedAnswer<Content extends object> {
  readonly text: string;

  constructor(content: Content) {
    this.text = JSON.stringify(content);
  }
}

/**
 * A plain answer with long lists, which is made and sent item by item, so that others have their turn in between. Its route can make it
 * again from the `outline`, which is kept for a repetition of the request when the answer is too large for that.
 */
export class LongAnswer<Content extends object> {
  constructor(
    readonly content: Content,
    readonly outline: string | null = null,
  ) {}
}
