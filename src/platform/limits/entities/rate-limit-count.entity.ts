import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The hits of one caller in the minute that ends at `endsAt`, in all processes. Only the contract test of the schema uses the class. */
@Entity('rate_limit_counts')
export class RateLimitCount {
  /** The id of a key, or a client address. */
  @PrimaryColumn('text') id!: string;

  @Column('bigint') hits!: string;
  @Column({ type: 'timestamptz', precision: 3 }) endsAt!: Date;
}
