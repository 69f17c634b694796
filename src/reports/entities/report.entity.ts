import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import type { Grain, SubjectKind } from '../figures.js';
import { MomentColumn } from '../../platform/tenancy/moment-column.js';

/** Counts that belong together. A workspace has those that its reports show, and others while they are made anew. */
@Entity('report_generations')
@OfWorkspace('report_generations_workspace_fkey')
@Unique('report_generations_generation_key', ['workspaceId', 'generation'])
export class ReportGeneration extends TenantEntity {
  /** Reports show these counts. */
  @PrimaryColumn('boolean') isLive!: boolean;

  @Column('integer') generation!: number;

  /** Days begin and end in this zone. */
  @Column('text') timeZone!: string;

  /** The counts that were kept include the events up to this one. Null where nothing was kept. */
  @Column('bigint', { nullable: true }) keptPosition!: string | null;

  /** The trail no longer had entries from before this time, so the counts of the days before it were kept. */
  @MomentColumn({ nullable: true }) keptUntil!: Date | null;
}

const figure = (): PropertyDecorator => Column('bigint');

/** The work of a subject in a span of time. The service writes and reads rows by SQL. The class is for the contract test of the schema. */
@Entity('report_counts')
@Check('report_counts_grain_check', "grain IN ('minute', 'day', 'month')")
@Check('report_counts_kind_check', "kind IN ('workspace', 'status', 'member', 'group')")
@ForeignKey(() => ReportGeneration, ['workspaceId', 'generation'], ['workspaceId', 'generation'], {
  name: 'report_counts_generation_fkey',
  onDelete: 'CASCADE',
})
export class ReportCount extends TenantEntity {
  @PrimaryColumn('integer') generation!: number;
  @PrimaryColumn('text') grain!: Grain;
  @PrimaryColumn('text') kind!: SubjectKind;
  @PrimaryColumn('timestamp') starts!: Date;

  /** The id of the status, member or group, or that of the workspace. */
  @PrimaryColumn('uuid') subjectId!: string;

  /** How many tickets entered the status, or came to the workspace. */
  @figure() entered!: string;

  @figure() assigned!: string;
  @figure() closed!: string;
  @figure() responses!: string;
  @figure() responseSeconds!: string;
  @figure() resolutions!: string;
  @figure() resolutionSeconds!: string;
}
