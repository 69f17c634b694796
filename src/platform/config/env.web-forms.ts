import type { z } from 'zod';
import { wholeNumber } from './env.values.js';

// How often visitors can send forms (extensions, section 19).

/** How often forms can be sent in an hour. */
export interface WebFormConfig {
  /** By one client. */
  readonly formPostsPerClient: number;
  /** With one e-mail address. */
  readonly formPostsPerEmail: number;
  /** Each form, by all. */
  readonly formPosts: number;
  /** Each form, by all who send no proof of work. */
  readonly formPostsWithoutProof: number;
}

export const webFormSettings = {
  FORM_POSTS_PER_CLIENT: wholeNumber(1, 1_000_000_000).default(60),
  FORM_POSTS_PER_EMAIL: wholeNumber(1, 1_000_000_000).default(20),
  FORM_POSTS: wholeNumber(1, 1_000_000_000).default(1_000),
  FORM_POSTS_WITHOUT_PROOF: wholeNumber(0, 1_000_000_000).default(20),
};

type Environment = z.infer<z.ZodObject<typeof webFormSettings>>;

export function webFormsIn(env: Environment): WebFormConfig {
  return {
    formPostsPerClient: env.FORM_POSTS_PER_CLIENT,
    formPostsPerEmail: env.FORM_POSTS_PER_EMAIL,
    formPosts: env.FORM_POSTS,
    formPostsWithoutProof: env.FORM_POSTS_WITHOUT_PROOF,
  };
}
