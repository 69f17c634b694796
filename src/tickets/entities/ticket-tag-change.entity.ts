import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';

/**
 * Tags that tickets got or lost and that are not in the counts yet. Triggers add them, and the statement that folds them into the
 * counts removes them. The class is for the contract test of the schema.
 */
@Entity('ticket_tag_changes')
export class TicketTagChange {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  @Generated('uuid')
  id!: string;

  /** In the spelling of the tickets. */
  @Column({ type: 'text', array: true })
  names!: string[];

  /** How many tickets got each; below zero when they lost it. */
  @Column({ type: 'integer', array: true })
  tickets!: number[];
}
