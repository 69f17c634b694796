import type { Response } from 'supertest';

/** The paths of everything that a refusal names. */
export function fieldErrors(response: Response): string[] {
  const { field_errors: errors } = response.body as { field_errors?: { field: string; message: string }[] };
  return (errors ?? []).map(({ field }) => field);
}
