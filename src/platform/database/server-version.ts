import type { Asked } from './role-check.js';

/** The least minor version of each major one of PostgreSQL that has the security corrections of 2026-08-13. A newer major one has them all. */
export const LEAST_MINORS: Readonly<Record<number, number>> = { 15: 19, 16: 15, 17: 11, 18: 6 };

/** Reads the version of the server as a number: 180004 for 18.4. */
export async function serverVersion(asked: Asked): Promise<number> {
  const [{ version }] = await asked.query<[{ version: number }]>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  return version;
}

/** Writes `18.4`. */
export function shownVersion(version: number): string {
  return `${Math.floor(version / 10_000)}.${version % 10_000}`;
}

/** Says in the rest of a sentence which security corrections a server lacks; null when it lacks none that are known. */
export function missingCorrections(version: number): string | null {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const least = LEAST_MINORS[major];
  if (least === undefined || minor >= least) return null;
  return `lacks security corrections: update it to ${major}.${least} or newer`;
}
