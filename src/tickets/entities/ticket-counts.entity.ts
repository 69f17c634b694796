import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';
import type { StatusId, TeamMemberId } from '../../kernel/ids.js';
import { TenantEntity, OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/**
 * Tickets that came or left and are not in the counts yet. Triggers add the rows, and the statement that folds them into the counts removes
 * them. Arrays have one element for each ticket. The class is for the contract test of the schema.
 */
@Entity('ticket_count_changes')
export class TicketCountChange extends TenantEntity {
  @PrimaryColumn('uuid') @Generated('uuid') id!: string;

  /** Counts the tickets; below zero when they left. */
  @Column('integer') tickets!: number;

  /** Together with the numbers, these are the keys of the tickets in the list sorted by creation. TypeORM does not see the precision of arrays. */
  @Column({ type: 'timestamptz', array: true }) createdAt!: Date[];

  @Column({ type: 'integer', array: true }) numbers!: number[];
  @Column({ type: 'uuid', array: true }) statusIds!: StatusId[];
  @Column({ type: 'uuid', array: true }) assigneeIds!: (TeamMemberId | null)[];

  /** Has the tags of each ticket as the text of an array; null when a changed ticket kept its tags. */
  @Column({ type: 'text', array: true }) tags!: (string | null)[];
}

/**
 * How many tickets of the list sorted by creation lie between the key of this chunk and that of the next one. Statements keep
 * many chunks at once. The class is for the contract test of the schema.
 */
@Entity('ticket_count_chunks')
@OfWorkspace('ticket_count_chunks_workspace_fkey')
export class TicketCountChunk extends TenantEntity {
  /** The first chunk starts at -infinity. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;

  @PrimaryColumn('integer') number!: number;
  @Column('integer') tickets!: number;
  @Column('jsonb') byStatus!: Readonly<Record<StatusId, number>>;
}
