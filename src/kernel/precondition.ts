/**
 * What a client expects of a resource that it wants written. A service calls it with what the resource is now, once nobody
 * else can change it and before anything is judged or written; it throws unless that is what the client expects. Null when
 * the client expects nothing.
 */
export type Precondition<Current> = ((current: Current) => void) | null;
