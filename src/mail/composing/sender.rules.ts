/** The name that the customer's mail program shows: `Eve Jones (Acme Inc)`. An agent without a name writes as the desk. */
export function nameOfAgent(agent: string | null, desk: string): string {
  return agent === null ? desk : `${agent} (${desk})`;
}

/** The addresses of a desk, to which it never writes. */
export function ownAddresses({
  mailFrom,
  replyTo,
}: {
  readonly mailFrom: string;
  readonly replyTo: string | null;
}): string[] {
  return replyTo === null ? [mailFrom] : [mailFrom, replyTo];
}
