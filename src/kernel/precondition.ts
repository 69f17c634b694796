/**
 * A client's condition for a write (`If-Match`). The service calls it with the resource as it is now, when the resource
 * is locked, and before it checks or writes anything. It throws when the condition does not hold. Null when the client
 * set none.
 */
export type Precondition<Current> = ((current: Current) => void) | null;
