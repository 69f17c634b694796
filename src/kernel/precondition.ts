/**
 * A client's condition for a write (`If-Match`), or null. The service calls it with the resource when that is locked, before it checks
 * or writes anything. It throws when the condition does not hold.
 */
export type Precondition<Current> = ((current: Current) => void) | null;
