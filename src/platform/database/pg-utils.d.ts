/** A part of `pg` that has no types of its own. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** What `pg` sends as the value of a parameter: a text, bytes or null. */
    readonly prepareValue: (value: unknown) => unknown;
  };
  export default utils;
}
