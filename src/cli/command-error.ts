/** The reason why a command cannot do its work, in one sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
