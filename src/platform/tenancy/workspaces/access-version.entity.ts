import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The version of all keys and workspaces: one row, which triggers move (decision 7). */
@Entity('access_version')
@Check('access_version_check', 'id')
export class AccessVersionRow {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'access_version_pkey' })
  id!: true;

  @Column('uuid')
  version!: string;
}
