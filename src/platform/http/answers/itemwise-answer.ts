/**
 * The answer of a handler that shows a list. A small one is sent as one text. A large one is made item by item, so that only one
 * item at a time is there as an object, as a text and as bytes.
 */
export class ItemwiseAnswer<Item> {
  private readonly items: Item[];

  /** `name` is the property of the list, and `rest` are those behind it. */
  constructor(
    private readonly name: string,
    items: readonly Item[],
    private readonly show: (item: Item) => object,
    private readonly rest: object,
  ) {
    this.items = [...items];
  }

  get content(): object {
    return { [this.name]: this.items.map(this.show), ...this.rest };
  }

  /** The JSON of the content in pieces. An item that was passed on is let go. */
  *pieces(): Generator<string> {
    const { items } = this;
    yield `{${JSON.stringify(this.name)}:[`;
    for (let item = items.shift(), comma = ''; item !== undefined; item = items.shift(), comma = ',')
      yield comma + JSON.stringify(this.show(item));
    const rest = JSON.stringify(this.rest).slice(1);
    yield rest === '}' ? ']}' : `],${rest}`;
  }
}
