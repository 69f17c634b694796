import { Column, type ColumnOptions } from 'typeorm';

/** A moment, to the millisecond as a `Date` has it. */
export const MomentColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

/** The moment at which its row was made, unless the row says another one. */
export const MomentOfRow = (): PropertyDecorator => MomentColumn({ default: () => 'now()' });
