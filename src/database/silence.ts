import type { Socket } from 'node:net';
import type pg from 'pg';

/** What `pg` has and does not declare. */
interface Connected {
  /** False while an answer is due. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
}

/**
 * A client whose connection is given up when the server owes an answer and nothing has passed for so many milliseconds; its statements
 * then fail. The `query_timeout` of `pg` does the same with a timer for each statement, whose result then stays in memory
 * until all of it is collected.
 */
export function givenUpOnSilence(Client: typeof pg.Client, silenceMs: number): typeof pg.Client {
  return class ImpatientClient extends Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      this.once('connect', () => {
        const { connection } = this as unknown as Connected;
        connection.stream.setTimeout(silenceMs, () => {
          if (!(this as unknown as Connected).readyForQuery) connection.stream.destroy();
        });
      });
    }
  };
}
