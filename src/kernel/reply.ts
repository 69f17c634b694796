/** What a request is answered with, so that it can be kept and given again. */
export class Reply {
  constructor(
    readonly status: number,
    /** Those that belong to what the body says, such as `ETag`. */
    readonly headers: Readonly<Record<string, string>>,
    /** JSON; null when there is none. */
    readonly body: string | null,
  ) {}
}
