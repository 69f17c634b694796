import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../tenancy/tenant-columns.js';

/** Counts the records of a list without the changes that wait. A total can be below zero while an earlier change waits. */
@Entity('list_totals')
@OfWorkspace('list_totals_workspace_fkey')
export class ListTotal extends TenantEntity {
  @PrimaryColumn('text') list!: string;

  /** The part of the list, such as the id of a status or the key of a tag; empty for the whole list. */
  @PrimaryColumn('text', { collation: 'C' }) value!: string;

  /** The spelling of the value, where one value has several; otherwise empty. */
  @PrimaryColumn('text') name!: string;

  @Column('integer') records!: number;
}
