/** A part of `pg` that has no types of its own. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** The value of a parameter as `pg` sends it: a text, bytes or null. */
    readonly prepareValue: (value: unknown) => unknown;
  };
  export default utils;
}
