import { AddedColumns } from '../platform/database/added-columns.js';

/** Adds to a comment that came by mail whether the receiving server has verified its sender. */
export class ProvenAuthors1764200001000 extends AddedColumns {
  readonly name = 'ProvenAuthors1764200001000';
  protected readonly table = 'comments';
  protected readonly columns = { sender_authenticated: 'boolean' };
}
