/** Active members can be assigned; inactive ones were removed. */
export const MEMBER_STATES = ['active', 'inactive'] as const;

export type MemberState = (typeof MEMBER_STATES)[number];

/** What a list of members can be sorted by. */
export const MEMBER_SORTS = ['created_at', 'updated_at', 'email', 'first_name', 'last_name'] as const;

export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Which members, in which order (extensions, section 14). */
export interface MemberQuery {
  readonly states: readonly MemberState[];
  /** Folded; null for all. */
  readonly emailKey: string | null;
  readonly sort: MemberSort;
  readonly order: 'asc' | 'desc';
}

/** The states in a parameter, separated by commas or repeated. */
export function statesOf(parameter: string | string[]): string[] {
  return [parameter].flat().flatMap((states) => states.split(',').map((state) => state.trim()));
}

/** Checks that a parameter names states. */
export function checkStates(value: unknown): string | null {
  const known: readonly string[] = MEMBER_STATES;
  const isRight = statesOf(value as string | string[]).every((state) => known.includes(state));
  return isRight ? null : `must be one or several of ${known.join(', ')}`;
}
