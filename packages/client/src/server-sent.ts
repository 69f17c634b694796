/** A message of a stream of server-sent events, without its name: an event of the desk says its type itself. */
export interface Message {
  readonly id?: string;
  readonly data?: string;
  /** Milliseconds to wait before the next connection. */
  readonly retry?: number;
}

/**
 * Reads server-sent events as https://html.spec.whatwg.org/#event-stream-interpretation says. It takes a text in pieces, and gives the
 * messages that a piece has completed. A message that is never completed is dropped.
 */
export function messageReader(): (piece: string) => Message[] {
  let rest = '';
  let begun: Message = {};
  return (piece) => {
    // A CR at the end of a piece may be one half of a CR LF.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const complete: Message[] = [];
    for (const line of lines) {
      if (line !== '') {
        begun = withLine(begun, line);
        continue;
      }
      if (Object.keys(begun).length > 0) complete.push(begun);
      begun = {};
    }
    return complete;
  };
}

/** Lines that begin with a colon, and fields of other names, change nothing. */
function withLine(begun: Message, line: string): Message {
  const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data')
    return { ...begun, data: begun.data === undefined ? value : `${begun.data}\n${value}` };
  if (name === 'id' && !value.includes('\0')) return { ...begun, id: value };
  return name === 'retry' && /^\d+$/.test(value) ? { ...begun, retry: Number(value) } : begun;
}
