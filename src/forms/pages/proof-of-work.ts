import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { SigningForm } from './form-token.rules.js';

/** A browser tries this many numbers at most, which takes about half a second. */
const GREATEST_NUMBER = 50_000;

/** Describes the work of a browser in the JSON of ALTCHA. It counts for one token only, so no work is done ahead or shown twice. */
export async function challengeFor(form: SigningForm, nonce: string): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey: form.tokenKey,
    maxNumber: GREATEST_NUMBER,
    params: { nonce },
  });
  return JSON.stringify({ ...challenge, maxnumber: GREATEST_NUMBER });
}

export async function isProof(form: SigningForm, nonce: string, proof: string): Promise<boolean> {
  if (proof === '') return false;
  try {
    return (await verifySolution(proof, form.tokenKey)) && extractParams(proof)['nonce'] === nonce;
  } catch {
    return false;
  }
}
