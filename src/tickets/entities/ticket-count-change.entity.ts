import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';
import type { StatusId, WorkspaceId } from '../../kernel/ids.js';

/**
 * Tickets that came to or left a status and are not in the counts yet. Triggers add them, and the statement that folds them into
 * the counts removes them. The class is for the contract test of the schema.
 */
@Entity('ticket_count_changes')
export class TicketCountChange {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  @Generated('uuid')
  id!: string;

  @Column('uuid')
  statusId!: StatusId;

  /** Below zero when they left. */
  @Column('integer')
  tickets!: number;

  /** The keys of the tickets, in the list sorted by creation, together with their numbers. TypeORM does not see the precision of arrays. */
  @Column({ type: 'timestamptz', array: true })
  createdAt!: Date[];

  @Column({ type: 'integer', array: true })
  numbers!: number[];
}
