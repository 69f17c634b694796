import { AddedColumns } from '../../platform/database/added-columns.js';

/** Adds to a removed workspace the moment of its removal: clients may send files to its addresses of a bucket for a day after that [rule 16]. */
export class RemovedAt1764300015000 extends AddedColumns {
  readonly name = 'RemovedAt1764300015000';
  protected readonly table = 'removed_workspaces';
  protected readonly columns = { removed_at: 'timestamptz(3) NOT NULL DEFAULT now()' };
}
