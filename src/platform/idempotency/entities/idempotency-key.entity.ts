import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspace.entity.js';

/** A request with an Idempotency-Key, and the reply to it. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('text')
  key!: string;

  @Column('bytea')
  fingerprint!: Buffer;

  @Column('smallint')
  status!: number;

  @Column('jsonb')
  headers!: Record<string, string>;

  @Column({ type: 'text', nullable: true })
  body!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'idempotency_keys_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
