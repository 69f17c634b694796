import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { OpenForm } from '../settings/form.rules.js';
import { isUuid, type WorkspaceId } from '../../kernel/ids.js';

/** The shortest time in which anybody fills in a form, in milliseconds. */
export const LEAST_AGE_MS = 3_000;
/** The longest time for which a page can stay open before its form is sent. */
export const GREATEST_AGE_MS = 2 * 60 * 60 * 1_000;

/** The form whose key signs. All processes know the key, and nobody else. */
export type SigningForm = Pick<OpenForm, 'id' | 'tokenKey'>;

/** Makes a token for the page of a form: `<nonce>.<time>.<signature>`. */
export function newToken(workspaceId: WorkspaceId, form: SigningForm, now: number): string {
  const payload = `${randomUUID()}.${now.toString(36)}`;
  return `${payload}.${signatureOf('token', workspaceId, form, payload)}`;
}

/** Reads a token and its age in milliseconds; null when this form of this workspace has not made it. */
export function readToken(
  workspaceId: WorkspaceId,
  form: SigningForm,
  token: string,
  now: number,
): { readonly nonce: string; readonly ageMs: number } | null {
  const payload = verified('token', workspaceId, form, token);
  const [nonce = '', made = ''] = payload?.split('.') ?? [];
  return isUuid(nonce) ? { nonce, ageMs: now - Number.parseInt(made, 36) } : null;
}

export function nonceOf(token: string): string {
  return token.slice(0, token.indexOf('.'));
}

/** Makes the last part of the address of a ticket's thank-you page: `<number>.<signature>`. */
export function newReceipt(workspaceId: WorkspaceId, form: SigningForm, number: number): string {
  return `${number}.${signatureOf('receipt', workspaceId, form, String(number))}`;
}

/** Reads the number of the ticket of a receipt; null when this form has not made the receipt. */
export function readReceipt(workspaceId: WorkspaceId, form: SigningForm, receipt: string): number | null {
  const payload = verified('receipt', workspaceId, form, receipt);
  return payload === null ? null : Number(payload);
}

/** Makes a digest of a value for the counts of a workspace, so that no address of a person is stored. The key is a secret. */
export function digestOf(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url').slice(0, 22);
}

function verified(
  purpose: 'token' | 'receipt',
  workspaceId: WorkspaceId,
  form: SigningForm,
  text: string,
): string | null {
  const end = text.lastIndexOf('.');
  const payload = text.slice(0, Math.max(end, 0));
  const expected = Buffer.from(signatureOf(purpose, workspaceId, form, payload));
  const shown = Buffer.from(text.slice(end + 1));
  return shown.length === expected.length && timingSafeEqual(shown, expected) ? payload : null;
}

function signatureOf(purpose: string, workspaceId: WorkspaceId, form: SigningForm, payload: string): string {
  const about = JSON.stringify([purpose, workspaceId, form.id, payload]);
  return createHmac('sha256', form.tokenKey).update(about).digest('base64url');
}
