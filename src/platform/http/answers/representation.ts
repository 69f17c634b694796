/**
 * The answer of a handler that shows one resource. Its `ETag` is that of `whole`, the form of the current version: so every address of
 * a resource gives one tag. `location` is the path of a resource that was made. `status` takes the place of the status of the route.
 */
export class Representation<Content extends object> {
  constructor(
    readonly content: Content,
    readonly whole: object = content,
    readonly location?: string,
    readonly status?: number,
  ) {}
}

/** An answer as the text that is sent, made once for many requests. */
export class PreparedAnswer<Content extends object> {
  readonly text: string;

  constructor(content: Content) {
    this.text = JSON.stringify(content);
  }
}
