import { AddedColumns } from '../../database/added-columns.js';

/** Adds settings of a workspace: a default author, what happens to pictures of other hosts in mails, and the addresses of contact forms. */
export class WorkspaceSettings1764200000000 extends AddedColumns {
  readonly name = 'WorkspaceSettings1764200000000';
  protected readonly table = 'workspaces';
  protected readonly columns = {
    default_author: 'text',
    remote_images: "text NOT NULL DEFAULT 'hide'",
    mail_relays: 'text[]',
  };
}
