import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspaces/workspace.entity.js';

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

  /** JSON; null when there is none, when it is packed and when it is left out. */
  @Column({ type: 'text', nullable: true })
  body!: string | null;

  @Column('bytea', { nullable: true })
  packedBody!: Buffer | null;

  /** By what the resource is read again, when the body is left out because of its size. */
  @Column('text', { nullable: true })
  resourceId!: string | null;

  /** What the row takes of the quota of its workspace. */
  @Column('integer', { default: 0 })
  bytes!: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'idempotency_keys_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
