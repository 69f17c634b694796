/** A transaction takes this lock before it indexes texts of a workspace, so that an older text never overwrites a newer one. */
export const INDEX_LOCK = 'search';
