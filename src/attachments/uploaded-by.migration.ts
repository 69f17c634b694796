import { AddedColumns } from '../platform/database/added-columns.js';

/** Adds to a file the customer whose session has uploaded it [rule 30]. */
export class UploadedBy1764300003000 extends AddedColumns {
  readonly name = 'UploadedBy1764300003000';
  protected readonly table = 'attachments';
  protected readonly columns = { uploaded_by: 'uuid' };
}
