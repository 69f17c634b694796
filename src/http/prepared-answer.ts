/** An answer as the text that is sent, for what is answered alike again and again. */
export class PreparedAnswer<Content extends object> {
  readonly text: string;

  constructor(content: Content) {
    this.text = JSON.stringify(content);
  }
}
