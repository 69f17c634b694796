import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { OpenForm } from '../forms/form.rules.js';
import { isUuid, type WorkspaceId } from '../kernel/ids.js';

/** The shortest time in which anybody fills in a form, in milliseconds. */
export const LEAST_AGE_MS = 3_000;
/** How long a page can stay open before its form is sent. */
export const GREATEST_AGE_MS = 2 * 60 * 60 * 1_000;

/** The form that signs. All processes know its key, and nobody else. */
export type SigningForm = Pick<OpenForm, 'id' | 'tokenKey'>;

/** A new token for the page of a form: `<nonce>.<time>.<signature>`. */
export function newToken(workspaceId: WorkspaceId, form: SigningForm, now: number): string {
  const said = `${randomUUID()}.${now.toString(36)}`;
  return `${said}.${signatureOf('token', workspaceId, form, said)}`;
}

/** Reads a token and its age in milliseconds; null when this form of this workspace has not made it. */
export function readToken(
  workspaceId: WorkspaceId,
  form: SigningForm,
  token: string,
  now: number,
): { readonly nonce: string; readonly ageMs: number } | null {
  const said = verified('token', workspaceId, form, token);
  const [nonce = '', made = ''] = said?.split('.') ?? [];
  return isUuid(nonce) ? { nonce, ageMs: now - Number.parseInt(made, 36) } : null;
}

/** The nonce of a valid token. */
export function nonceOf(token: string): string {
  return token.slice(0, token.indexOf('.'));
}

/** The last part of the address that thanks for a ticket: `<number>.<signature>`. */
export function newReceipt(workspaceId: WorkspaceId, form: SigningForm, number: number): string {
  return `${number}.${signatureOf('receipt', workspaceId, form, String(number))}`;
}

/** The number of the ticket that a receipt is for; null when this form has not made it. */
export function readReceipt(workspaceId: WorkspaceId, form: SigningForm, receipt: string): number | null {
  const said = verified('receipt', workspaceId, form, receipt);
  return said === null ? null : Number(said);
}

/** A digest for a value in the counts of a workspace, so that no address of a person is stored. The key is a secret. */
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
  const said = text.slice(0, Math.max(end, 0));
  const expected = Buffer.from(signatureOf(purpose, workspaceId, form, said));
  const shown = Buffer.from(text.slice(end + 1));
  return shown.length === expected.length && timingSafeEqual(shown, expected) ? said : null;
}

function signatureOf(purpose: string, workspaceId: WorkspaceId, form: SigningForm, said: string): string {
  const about = JSON.stringify([purpose, workspaceId, form.id, said]);
  return createHmac('sha256', form.tokenKey).update(about).digest('base64url');
}
