import { AddedColumns } from '../../database/added-columns.js';

/** Adds settings of a workspace: whether a follow-up opens a ticket that waits, and whether a customer's reply clears it. */
export class FollowUpSettings1764200029000 extends AddedColumns {
  readonly name = 'FollowUpSettings1764200029000';
  protected readonly table = 'workspaces';
  protected readonly columns = {
    follow_up_opens: 'boolean NOT NULL DEFAULT true',
    clear_follow_up_on_reply: 'boolean NOT NULL DEFAULT false',
  };
}
