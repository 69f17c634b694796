import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What all processes have counted of one caller in the minute that ends then. */
@Entity('rate_limit_counts')
export class RateLimitCount {
  /** A key's id, or a client address. */
  @PrimaryColumn('text')
  id!: string;

  @Column('bigint')
  hits!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;
}
