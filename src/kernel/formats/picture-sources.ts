/** The tag of a picture in HTML. Cleaning has escaped every other `<`, and every `"`, `<` and `>` in an attribute. */
const PICTURES = /<img\s[^<>]*/g;
/** An attribute of a tag. Its value may look like another attribute. */
const ATTRIBUTES = /\s([\w-]+)=(?:"([^"]*)"|'[^']*')/g;

/**
 * Replaces the attribute `src` of each picture. `replaced` gets its value, as it is written between double quotes, and returns what stands
 * there afterwards, such as ` src="..."`; null keeps the attribute.
 */
export function withSources(html: string, replaced: (source: string) => string | null): string {
  return html.replace(PICTURES, (tag) =>
    tag.replace(ATTRIBUTES, (whole, name: string, value?: string) =>
      name === 'src' && value !== undefined ? (replaced(value) ?? whole) : whole,
    ),
  );
}
