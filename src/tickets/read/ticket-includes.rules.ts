import { namesOf } from '../../kernel/text.js';

/** What a reader of one ticket can have besides its documented shape (extensions, section 11). */
export const INCLUDES = ['url', 'channel', 'participants', 'comments'] as const;

export type Include = (typeof INCLUDES)[number];

/** The names in a parameter whose shape is right. */
export function includesOf(parameter: string | string[] | undefined): readonly Include[] {
  return parameter === undefined ? [] : (namesOf(parameter) as Include[]);
}
