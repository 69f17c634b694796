import { Column, type ColumnOptions } from 'typeorm';

/** Keeps a moment to the millisecond, as a `Date` does. */
export const MomentColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

/** Keeps the moment at which a row is made, unless its writer names another one. */
export const MomentOfRow = (): PropertyDecorator => MomentColumn({ default: () => 'now()' });
