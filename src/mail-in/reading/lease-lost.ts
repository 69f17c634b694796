/** Ends a unit of work: another process judges the mail now, or a person has deleted it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
