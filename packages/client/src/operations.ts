// Generated from openapi.json by `npm run -s openapi`.
import type { Answer, Body, BodyBytes, Data, Item, List, Operation, Options, PathValue } from './types.js';

/** A method for each operation, by its `operationId`: the parts of the path, the body, then the query with options of the request. */
export interface Operations {
  /**
   * Get the name of the service and where its documentation is
   *
   * Names the service and its pages. A browser, which prefers HTML, is sent to the documentation instead.
   */
  getService(options?: Options<'getService'>): Answer<Data<'getService'>>;

  /**
   * Check that the process runs
   */
  getLiveness(options?: Options<'getLiveness'>): Answer<Data<'getLiveness'>>;

  /**
   * Check that the service can answer requests
   */
  getReadiness(options?: Options<'getReadiness'>): Answer<Data<'getReadiness'>>;

  /**
   * Talk to the desk by the Model Context Protocol. Takes one message of the revision of 2026-07-28 or of 2025, without sessions. `tools/list` names the tools for which the key has the scopes, and `tools/call` runs an operation of this API. Messages that the protocol refuses are answered with its own errors. Any valid key may call it, whatever its scopes.
   */
  callMcp(body: Body<'callMcp'>, options?: Options<'callMcp'>): Answer<Data<'callMcp'>>;

  /**
   * Get the key of this request. Shows what the key may do, how often, and until when. The key itself is not shown. Any valid key may call it, whatever its scopes.
   */
  getCurrentApiKey(options?: Options<'getCurrentApiKey'>): Answer<Data<'getCurrentApiKey'>>;

  /**
   * Upload a file. Takes a form with one part `file` and answers with the signed id that `attachments` of a ticket or a comment takes. The file may have 50 MB, and 10 MB when it is attached, unless the installation says otherwise. What nobody attaches within 24 hours is removed. The route keeps no reply, so it refuses `Idempotency-Key`. Needs the scope `attachments:write`.
   */
  uploadAttachment(body: FormData, options?: Options<'uploadAttachment'>): Answer<Data<'uploadAttachment'>>;

  /**
   * Announce a file and get an address for its bytes. Answers with `upload_url`, to which the bytes are sent by PUT, with exactly the headers `upload_headers` and without a key. Then the signed id can be used as that of any upload. The route answers a secret, so it refuses `Idempotency-Key`. Needs the scope `attachments:write`.
   */
  reserveAttachmentUpload(
    body: Body<'reserveAttachmentUpload'>,
    options?: Options<'reserveAttachmentUpload'>,
  ): Answer<Data<'reserveAttachmentUpload'>>;

  /**
   * Download a file. Answers the bytes, or 302 to an address that is good for 5 minutes. PNG, JPEG, GIF, WebP and AVIF pictures are sent as what their bytes say, and may be shown in place. Everything else is sent as `application/octet-stream` for saving, whatever its name and type say. One range can be asked for. Needs the scope `attachments:read`.
   */
  getAttachment(
    attachmentId: PathValue<'getAttachment', 'attachment_id'>,
    options?: Options<'getAttachment'>,
  ): Answer<Response>;

  /**
   * Send the bytes of an announced file
   *
   * Takes the bytes at the address that `reserveAttachmentUpload` has answered, with the headers that it has answered. Needs no key: the address is the secret. Bytes of another size or checksum are refused, and the right ones can still be sent.
   */
  putAttachmentUpload(
    upload: PathValue<'putAttachmentUpload', 'upload'>,
    body: BodyBytes,
    options?: Options<'putAttachmentUpload'>,
  ): Answer<void>;

  /**
   * List customers. Lists customers, the newest first. All filters can be combined. Needs the scope `customers:read`.
   */
  listCustomers(
    options?: Options<'listCustomers'>,
  ): List<Item<'listCustomers', 'customers'>, Data<'listCustomers'>>;

  /**
   * Create a customer. When anything is wrong, such as an address that another customer has, nothing is created. Needs the scope `customers:write`.
   */
  createCustomer(
    body: Body<'createCustomer'>,
    options?: Options<'createCustomer'>,
  ): Answer<Data<'createCustomer'>>;

  /**
   * Get one customer. Needs the scope `customers:read`.
   */
  getCustomer(
    customerId: PathValue<'getCustomer', 'customer_id'>,
    options?: Options<'getCustomer'>,
  ): Answer<Data<'getCustomer'>>;

  /**
   * Update a customer. Changes the properties in the request; all others stay. `emails`, `phones` and `links` replace the whole list. A refused request changes nothing. Needs the scope `customers:write`.
   */
  updateCustomer(
    customerId: PathValue<'updateCustomer', 'customer_id'>,
    body: Body<'updateCustomer'>,
    options?: Options<'updateCustomer'>,
  ): Answer<Data<'updateCustomer'>>;

  /**
   * Create a customer (older version). Needs the scope `customers:write`.
   *
   * @deprecated
   */
  createCustomerLegacy(
    body: Body<'createCustomerLegacy'>,
    options?: Options<'createCustomerLegacy'>,
  ): Answer<Data<'createCustomerLegacy'>>;

  /**
   * List tickets. Newest first, unless the request says otherwise. A page after the last one is empty and has the true totals. `q` searches for words, and finds every write that was answered. Needs the scope `tickets:read`.
   */
  listTickets(options?: Options<'listTickets'>): List<Item<'listTickets', 'tickets'>, Data<'listTickets'>>;

  /**
   * Raise a ticket. Raises a ticket for the customer with the address `email`. When no customer has this address, the service creates one. By default the status is `new`, the priority `medium` and the category `None`. Active fields that agents must fill in need a value, but not in a ticket that is taken over from another system (`external_id`, `source` and a past `created_at`). Needs the scope `tickets:write`.
   */
  createTicket(body: Body<'createTicket'>, options?: Options<'createTicket'>): Answer<Data<'createTicket'>>;

  /**
   * Get one ticket by id or number. Shows one ticket. `include` adds what it names to the documented shape. The entity tag is that of the ticket without it. Needs the scope `tickets:read`. `include=comments` needs `comments:read` besides.
   */
  getTicket(
    ticketId: PathValue<'getTicket', 'ticket_id'>,
    options?: Options<'getTicket'>,
  ): Answer<Data<'getTicket'>>;

  /**
   * Update a ticket. Changes the properties in the request; all others stay. A refused request changes nothing. Needs the scope `tickets:write`.
   */
  updateTicket(
    ticketId: PathValue<'updateTicket', 'ticket_id'>,
    body: Body<'updateTicket'>,
    options?: Options<'updateTicket'>,
  ): Answer<Data<'updateTicket'>>;

  /**
   * Update a ticket (same as PUT). Needs the scope `tickets:write`.
   */
  patchTicket(
    ticketId: PathValue<'patchTicket', 'ticket_id'>,
    body: Body<'patchTicket'>,
    options?: Options<'patchTicket'>,
  ): Answer<Data<'patchTicket'>>;

  /**
   * List tickets (older version). Lists tickets as the current version does. Needs the scope `tickets:read`.
   *
   * @deprecated
   */
  listTicketsLegacy(
    options?: Options<'listTicketsLegacy'>,
  ): List<Item<'listTicketsLegacy', 'tickets'>, Data<'listTicketsLegacy'>>;

  /**
   * Raise a ticket (older version). Raises a ticket as the current version does, from fewer properties. Needs the scope `tickets:write`.
   *
   * @deprecated
   */
  createTicketLegacy(
    body: Body<'createTicketLegacy'>,
    options?: Options<'createTicketLegacy'>,
  ): Answer<Data<'createTicketLegacy'>>;

  /**
   * Get one ticket by number or id (older version). Shows a ticket as the current version does. Needs the scope `tickets:read`. `include=comments` needs `comments:read` besides.
   *
   * @deprecated
   */
  getTicketLegacy(
    ticketNumber: PathValue<'getTicketLegacy', 'ticket_number'>,
    options?: Options<'getTicketLegacy'>,
  ): Answer<Data<'getTicketLegacy'>>;

  /**
   * Update a ticket (older version). Needs the scope `tickets:write`.
   *
   * @deprecated
   */
  updateTicketLegacy(
    ticketNumber: PathValue<'updateTicketLegacy', 'ticket_number'>,
    body: Body<'updateTicketLegacy'>,
    options?: Options<'updateTicketLegacy'>,
  ): Answer<Data<'updateTicketLegacy'>>;

  /**
   * Change and raise many tickets. Does up to 100 operations in their order, by the rules of `updateTicket` and `createTicket`. Each has a result, which says what a request of its own would have been answered, and a refused one keeps no other from being done. An operation that is malformed itself refuses the whole. With `atomic`, all are done or none: then 422 names every problem of every operation. The request counts as its operations in the rate limit, and is refused whole when too few are left. Needs the scope `tickets:write`.
   */
  batchTickets(body: Body<'batchTickets'>, options?: Options<'batchTickets'>): Answer<Data<'batchTickets'>>;

  /**
   * Copy all tickets. Answers lines of JSON: first `{"position": ...}`, then a line for each ticket as it is at one moment, by number, and last `{"tickets": ...}`, by which a reader knows that nothing is missing. A ticket with more than 1 MiB of comments goes on in lines that have its `id` and `number` again. The copy and the events after its position are the desk: with `include_notes=true`, every change that the copy lacks comes there. A key has the scope only when it names it. A workspace has one copy under way (429), and a client has 15 seconds for each 64 KiB. Needs the scope `exports:read`.
   */
  exportTickets(options?: Options<'exportTickets'>): Answer<Response>;

  /**
   * Merge a ticket into another one. Closes the ticket, whatever fields closing needs, and leads its mail to the ticket `into`, which takes over its customer and its participants as participants, as long as it has fewer than 50. Nothing else moves. From then on, every other write of the merged ticket is refused with 409 `ticket_merged`. Tickets that were merged into it lead to `into`, too: at most 500 tickets to one. Needs the scope `tickets:write`.
   */
  mergeTicket(
    ticketId: PathValue<'mergeTicket', 'ticket_id'>,
    body: Body<'mergeTicket'>,
    options?: Options<'mergeTicket'>,
  ): Answer<Data<'mergeTicket'>>;

  /**
   * End the merge of a ticket. Gives the ticket the status that it had, and leads its mail to it again. The participants of the other ticket stay, and so do tickets that were led on with this one. Needs the scope `tickets:write`.
   */
  unmergeTicket(
    ticketId: PathValue<'unmergeTicket', 'ticket_id'>,
    options?: Options<'unmergeTicket'>,
  ): Answer<Data<'unmergeTicket'>>;

  /**
   * List the tags that tickets have. Lists the tags of tickets with the number of tickets that have each. Tags that differ only in case are one tag. They are sorted by name without regard to case, by code point. Needs the scope `tickets:read`.
   */
  listTags(options?: Options<'listTags'>): List<Item<'listTags', 'tags'>, Data<'listTags'>>;

  /**
   * List ticket fields. Fields come in display order. Without `page_number` and `page_size`, all fields are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `fields:read`.
   */
  listTicketFields(
    options?: Options<'listTicketFields'>,
  ): List<Item<'listTicketFields', 'fields'>, Data<'listTicketFields'>>;

  /**
   * Create a ticket field. When the request has no placeholder slug, the service makes one from the name. Needs the scope `fields:write`.
   */
  createTicketField(
    body: Body<'createTicketField'>,
    options?: Options<'createTicketField'>,
  ): Answer<Data<'createTicketField'>>;

  /**
   * Get one ticket field. Needs the scope `fields:read`.
   */
  getTicketField(
    fieldId: PathValue<'getTicketField', 'field_id'>,
    options?: Options<'getTicketField'>,
  ): Answer<Data<'getTicketField'>>;

  /**
   * Update a ticket field. Changes the properties and options in the request; all others stay. A refused request changes nothing. `kind` and `resource_type` cannot be changed. Needs the scope `fields:write`.
   */
  updateTicketField(
    fieldId: PathValue<'updateTicketField', 'field_id'>,
    body: Body<'updateTicketField'>,
    options?: Options<'updateTicketField'>,
  ): Answer<Data<'updateTicketField'>>;

  /**
   * Delete an inactive ticket field. Also deletes the values of the field in all tickets. An active field cannot be deleted. Needs the scope `fields:write`.
   */
  deleteTicketField(
    fieldId: PathValue<'deleteTicketField', 'field_id'>,
    options?: Options<'deleteTicketField'>,
  ): Answer<void>;

  /**
   * List the statuses that tickets can have. Lists the default statuses and those of the workspace. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
   */
  listStatuses(
    options?: Options<'listStatuses'>,
  ): List<Item<'listStatuses', 'statuses'>, Data<'listStatuses'>>;

  /**
   * List the categories that tickets can have. Lists the categories with their sub-categories, two levels deep. Pages count categories of the first level. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
   */
  listCategories(
    options?: Options<'listCategories'>,
  ): List<Item<'listCategories', 'categories'>, Data<'listCategories'>>;

  /**
   * List the groups of team members. Lists the groups that tickets can be given to, the oldest first. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
   */
  listGroups(options?: Options<'listGroups'>): List<Item<'listGroups', 'groups'>, Data<'listGroups'>>;

  /**
   * List the companies of customers. Lists the companies that customers can belong to, the oldest first. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
   */
  listCompanies(
    options?: Options<'listCompanies'>,
  ): List<Item<'listCompanies', 'companies'>, Data<'listCompanies'>>;

  /**
   * List the conversation of a ticket. In the order added. The first element is the description of the ticket. Notes are shown to agents only: nothing of them may reach a customer. Needs the scope `comments:read`.
   */
  listComments(
    ticketId: PathValue<'listComments', 'ticket_id'>,
    options?: Options<'listComments'>,
  ): List<Item<'listComments', 'comments'>, Data<'listComments'>>;

  /**
   * Add a comment to a ticket. Adds a reply or a note. A key with `drafts:write` alone adds notes only. `updated_at` of the ticket moves. A reply of a customer opens a ticket that waits or is closed, unless the workspace says otherwise. A `message_id` that the ticket has already is answered with 200 and the first comment when the content is the same. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
   */
  createComment(
    ticketId: PathValue<'createComment', 'ticket_id'>,
    body: Body<'createComment'>,
    options?: Options<'createComment'>,
  ): Answer<Data<'createComment'>>;

  /**
   * Get one comment. The id of the ticket names its description. `include` adds what it names to the documented shape. The entity tag is that of the comment without it. Needs the scope `comments:read`.
   */
  getComment(
    ticketId: PathValue<'getComment', 'ticket_id'>,
    commentId: PathValue<'getComment', 'comment_id'>,
    options?: Options<'getComment'>,
  ): Answer<Data<'getComment'>>;

  /**
   * Add a comment to a ticket (older version). Adds a reply or a note to the ticket that the body names, as the current version does, from fewer properties. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
   *
   * @deprecated
   */
  createCommentLegacy(
    body: Body<'createCommentLegacy'>,
    options?: Options<'createCommentLegacy'>,
  ): Answer<Data<'createCommentLegacy'>>;

  /**
   * List the conversation of a ticket (older version). Lists the conversation as the current version does. Notes are shown to agents only. Needs the scope `comments:read`.
   *
   * @deprecated
   */
  listCommentsLegacy(
    ticketNumber: PathValue<'listCommentsLegacy', 'ticket_number'>,
    options?: Options<'listCommentsLegacy'>,
  ): List<Item<'listCommentsLegacy', 'comments'>, Data<'listCommentsLegacy'>>;

  /**
   * Get a draft. Needs the scope `comments:read`.
   */
  getDraft(
    ticketId: PathValue<'getDraft', 'ticket_id'>,
    draftType: PathValue<'getDraft', 'draft_type'>,
    options?: Options<'getDraft'>,
  ): Answer<Data<'getDraft'>>;

  /**
   * Keep a draft. Keeps a draft in the place of one of the same type. It changes nothing else of the ticket. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
   */
  saveDraft(
    ticketId: PathValue<'saveDraft', 'ticket_id'>,
    draftType: PathValue<'saveDraft', 'draft_type'>,
    body: Body<'saveDraft'>,
    options?: Options<'saveDraft'>,
  ): Answer<Data<'saveDraft'>>;

  /**
   * Throw a draft away. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
   */
  deleteDraft(
    ticketId: PathValue<'deleteDraft', 'ticket_id'>,
    draftType: PathValue<'deleteDraft', 'draft_type'>,
    options?: Options<'deleteDraft'>,
  ): Answer<void>;

  /**
   * Write a draft. Keeps a draft of the type that the body names, in the place of one of the same type. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
   */
  createDraft(
    ticketId: PathValue<'createDraft', 'ticket_id'>,
    body: Body<'createDraft'>,
    options?: Options<'createDraft'>,
  ): Answer<Data<'createDraft'>>;

  /**
   * Send a draft. Makes the comment and takes the draft away, both or neither. `If-Match` with the tag of the draft refuses to send words that have changed meanwhile. The body may be left out. Needs the scope `comments:write`.
   */
  sendDraft(
    ticketId: PathValue<'sendDraft', 'ticket_id'>,
    draftType: PathValue<'sendDraft', 'draft_type'>,
    body?: Body<'sendDraft'>,
    options?: Options<'sendDraft'>,
  ): Answer<Data<'sendDraft'>>;

  /**
   * Write a draft (older version). Keeps a draft as the current version does. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
   *
   * @deprecated
   */
  createDraftLegacy(
    ticketNumber: PathValue<'createDraftLegacy', 'ticket_number'>,
    body: Body<'createDraftLegacy'>,
    options?: Options<'createDraftLegacy'>,
  ): Answer<Data<'createDraftLegacy'>>;

  /**
   * List enabled web forms. Returns all enabled forms, oldest first, with the addresses of their pages for customers. Needs the scope `forms:read`.
   */
  listForms(options?: Options<'listForms'>): Answer<Data<'listForms'>>;

  /**
   * List team members. Lists active team members, the newest first. `state` asks for removed ones, too. Needs the scope `team_members:read`.
   */
  listTeamMembers(
    options?: Options<'listTeamMembers'>,
  ): List<Item<'listTeamMembers', 'team_members'>, Data<'listTeamMembers'>>;

  /**
   * Add team members. Adds a team member for each address, all of them or none. A removed one becomes active again and keeps what the request does not name. Needs the scope `team_members:write`.
   */
  createTeamMembers(
    body: Body<'createTeamMembers'>,
    options?: Options<'createTeamMembers'>,
  ): Answer<Data<'createTeamMembers'>>;

  /**
   * Get one team member. Returns an active or a removed team member. Needs the scope `team_members:read`.
   */
  getTeamMember(
    teamMemberId: PathValue<'getTeamMember', 'team_member_id'>,
    options?: Options<'getTeamMember'>,
  ): Answer<Data<'getTeamMember'>>;

  /**
   * Update a team member. Changes the properties in the request; all others stay. A refused request changes nothing. Needs the scope `team_members:write`.
   */
  updateTeamMember(
    teamMemberId: PathValue<'updateTeamMember', 'team_member_id'>,
    body: Body<'updateTeamMember'>,
    options?: Options<'updateTeamMember'>,
  ): Answer<Data<'updateTeamMember'>>;

  /**
   * Remove a team member. Removes one team member. Its tickets become unassigned, unless they are closed, spam or trash. It can be removed again without an error. Needs the scope `team_members:write`.
   */
  removeTeamMember(
    teamMemberId: PathValue<'removeTeamMember', 'team_member_id'>,
    options?: Options<'removeTeamMember'>,
  ): Answer<void>;

  /**
   * Remove team members. Removes the team members of these addresses. Tickets of a removed member become unassigned, unless they are closed, spam or trash. When an address is unknown, no member is removed. A member can be removed again without an error. Needs the scope `team_members:write`.
   */
  removeTeamMembers(
    body: Body<'removeTeamMembers'>,
    options?: Options<'removeTeamMembers'>,
  ): Answer<Data<'removeTeamMembers'>>;

  /**
   * List team members (older version). Lists team members as the current version does. Needs the scope `team_members:read`.
   *
   * @deprecated
   */
  listTeamMembersLegacy(
    options?: Options<'listTeamMembersLegacy'>,
  ): List<Item<'listTeamMembersLegacy', 'team_members'>, Data<'listTeamMembersLegacy'>>;

  /**
   * Add team members (older version). Adds team members as the current version does. Needs the scope `team_members:write`.
   *
   * @deprecated
   */
  createTeamMembersLegacy(
    body: Body<'createTeamMembersLegacy'>,
    options?: Options<'createTeamMembersLegacy'>,
  ): Answer<Data<'createTeamMembersLegacy'>>;

  /**
   * Remove team members (older version). Needs `Accept: application/json`. Needs the scope `team_members:write`.
   *
   * @deprecated
   */
  removeTeamMembersLegacy(
    body: Body<'removeTeamMembersLegacy'>,
    options?: Options<'removeTeamMembersLegacy'>,
  ): Answer<Data<'removeTeamMembersLegacy'>>;

  /**
   * Remove a team member (older version). Removes one team member as the current version does, whatever `Accept` says. Needs the scope `team_members:write`.
   *
   * @deprecated
   */
  removeTeamMemberLegacy(
    teamMemberId: PathValue<'removeTeamMemberLegacy', 'team_member_id'>,
    options?: Options<'removeTeamMemberLegacy'>,
  ): Answer<void>;

  /**
   * List what happened in the workspace, oldest first. Returns every change of tickets, customers, team members, fields and forms once, in an order that never changes. A consumer keeps `next_after` and asks again with it: it misses nothing and sees nothing twice. Who has the answer to a write finds its event here at once. Events are shown for 30 days, unless the installation says otherwise. Needs the scope `events:read`.
   */
  listEvents(options?: Options<'listEvents'>): Answer<Data<'listEvents'>>;

  /**
   * Hear what happens in the workspace, as it happens. Answers a stream of server-sent events that lasts: `id` is the position of an event, `event` its type, and `data` the event as the list of events shows it. It begins after `Last-Event-ID`, or else after `after`, or else with the next event. A comment comes each 15 seconds. After 5 minutes the stream ends, and the client comes back with the last `id`: it misses nothing and hears nothing twice. A client that does not take what is sent is cut off. A key has 10 streams at once (429), and each process 200 unless the installation says otherwise (503). Needs the scope `events:read`.
   */
  streamEvents(options?: Options<'streamEvents'>): Answer<Response>;

  /**
   * List webhooks. Lists the webhooks of the workspace, the oldest first. There are at most 20. Needs the scope `webhooks:write`.
   */
  listWebhooks(
    options?: Options<'listWebhooks'>,
  ): List<Item<'listWebhooks', 'webhooks'>, Data<'listWebhooks'>>;

  /**
   * Create a webhook. From now on each event of these types is sent to the address, signed with the secret that this answer shows once. Needs the scope `webhooks:write`.
   */
  createWebhook(
    body: Body<'createWebhook'>,
    options?: Options<'createWebhook'>,
  ): Answer<Data<'createWebhook'>>;

  /**
   * Get one webhook. Needs the scope `webhooks:write`.
   */
  getWebhook(
    webhookId: PathValue<'getWebhook', 'webhook_id'>,
    options?: Options<'getWebhook'>,
  ): Answer<Data<'getWebhook'>>;

  /**
   * Update a webhook. Changes the properties in the request; all others stay. `active` switches it on again. Needs the scope `webhooks:write`.
   */
  updateWebhook(
    webhookId: PathValue<'updateWebhook', 'webhook_id'>,
    body: Body<'updateWebhook'>,
    options?: Options<'updateWebhook'>,
  ): Answer<Data<'updateWebhook'>>;

  /**
   * Delete a webhook. What waits for it is not sent any more. Needs the scope `webhooks:write`.
   */
  deleteWebhook(
    webhookId: PathValue<'deleteWebhook', 'webhook_id'>,
    options?: Options<'deleteWebhook'>,
  ): Answer<void>;

  /**
   * Make a new secret for a webhook. The answer shows the secret once. The one before it signs, too, for 24 hours. At most 5 sign at the same time. Needs the scope `webhooks:write`.
   */
  createWebhookSecret(
    webhookId: PathValue<'createWebhookSecret', 'webhook_id'>,
    options?: Options<'createWebhookSecret'>,
  ): Answer<Data<'createWebhookSecret'>>;

  /**
   * Delete a secret of a webhook. It signs no more from now on. The newest one cannot be deleted. Needs the scope `webhooks:write`.
   */
  deleteWebhookSecret(
    webhookId: PathValue<'deleteWebhookSecret', 'webhook_id'>,
    secretId: PathValue<'deleteWebhookSecret', 'secret_id'>,
    options?: Options<'deleteWebhookSecret'>,
  ): Answer<void>;

  /**
   * Send a test to a webhook. Sends `webhook.test` once, also to a webhook that is switched off. The delivery tells what came of it. Needs the scope `webhooks:write`.
   */
  testWebhook(
    webhookId: PathValue<'testWebhook', 'webhook_id'>,
    options?: Options<'testWebhook'>,
  ): Answer<Data<'testWebhook'>>;

  /**
   * List deliveries of a webhook. Lists deliveries, the newest first. A delivery that has failed is kept for 30 days, a delivered one for 7. Needs the scope `webhooks:write`.
   */
  listWebhookDeliveries(
    webhookId: PathValue<'listWebhookDeliveries', 'webhook_id'>,
    options?: Options<'listWebhookDeliveries'>,
  ): List<Item<'listWebhookDeliveries', 'deliveries'>, Data<'listWebhookDeliveries'>>;

  /**
   * Get one delivery with its tries. Needs the scope `webhooks:write`.
   */
  getWebhookDelivery(
    webhookId: PathValue<'getWebhookDelivery', 'webhook_id'>,
    deliveryId: PathValue<'getWebhookDelivery', 'delivery_id'>,
    options?: Options<'getWebhookDelivery'>,
  ): Answer<Data<'getWebhookDelivery'>>;

  /**
   * Send a delivery again. Begins the delivery anew, whatever became of it. Needs the scope `webhooks:write`.
   */
  redeliverWebhookDelivery(
    webhookId: PathValue<'redeliverWebhookDelivery', 'webhook_id'>,
    deliveryId: PathValue<'redeliverWebhookDelivery', 'delivery_id'>,
    options?: Options<'redeliverWebhookDelivery'>,
  ): Answer<Data<'redeliverWebhookDelivery'>>;

  /**
   * Send events again to a webhook. Sends the events of a range of positions, whether they were sent before or not, or only what has failed. A receiver knows an event that it has by its `webhook-id`. Needs the scope `webhooks:write`.
   */
  replayWebhook(
    webhookId: PathValue<'replayWebhook', 'webhook_id'>,
    body: Body<'replayWebhook'>,
    options?: Options<'replayWebhook'>,
  ): Answer<Data<'replayWebhook'>>;

  /**
   * Take a mail in. Takes the bytes of a mail, makes a ticket or a comment of it, and answers with what it became. Whatever the mail is, the answer is 2xx when it is safe: then whoever brings it may forget it. With 413 it is too large for ever; after any other answer bring it again later. A mail that comes twice is answered with 200 and what it became first, so `Idempotency-Key` is refused. Needs the scope `emails:write`.
   */
  receiveInboundEmail(
    body: BodyBytes,
    options?: Options<'receiveInboundEmail'>,
  ): Answer<Data<'receiveInboundEmail'>>;

  /**
   * List mails that came. Lists mails, the newest first. They are kept for 400 days. Needs the scope `emails:read`.
   */
  listInboundEmails(
    options?: Options<'listInboundEmails'>,
  ): List<Item<'listInboundEmails', 'inbound_emails'>, Data<'listInboundEmails'>>;

  /**
   * Get one mail that came. Needs the scope `emails:read`.
   */
  getInboundEmail(
    inboundEmailId: PathValue<'getInboundEmail', 'inbound_email_id'>,
    options?: Options<'getInboundEmail'>,
  ): Answer<Data<'getInboundEmail'>>;

  /**
   * Delete a mail that came. Deletes its bytes and what is known of it, but not its ticket or comment. When the mail comes again, nothing is made of it. Needs the scope `emails:manage`.
   */
  deleteInboundEmail(
    inboundEmailId: PathValue<'deleteInboundEmail', 'inbound_email_id'>,
    options?: Options<'deleteInboundEmail'>,
  ): Answer<void>;

  /**
   * Download a mail as it came. Answers the bytes, or 302 to an address that is good for 5 minutes. They are kept for 30 days, unless the installation says otherwise; then the answer is 410. Needs the scope `emails:read`.
   */
  getInboundEmailRaw(
    inboundEmailId: PathValue<'getInboundEmailRaw', 'inbound_email_id'>,
    options?: Options<'getInboundEmailRaw'>,
  ): Answer<Response>;

  /**
   * Release a suspended mail. Judges the mail again, without the filters and limits that have suspended it. A mail of a team member becomes a note. With an `Idempotency-Key` the mail is judged once the answer is kept, so that the answer says `pending`. Needs the scope `emails:manage`.
   */
  releaseInboundEmail(
    inboundEmailId: PathValue<'releaseInboundEmail', 'inbound_email_id'>,
    body?: Body<'releaseInboundEmail'>,
    options?: Options<'releaseInboundEmail'>,
  ): Answer<Data<'releaseInboundEmail'>>;

  /**
   * Make a session of a customer. Answers a token that is this one customer, for the operations of customers and for no other. A key has the scope only when it names it. The answer shows a secret, so the route refuses `Idempotency-Key`. Needs the scope `customers:impersonate`.
   */
  createCustomerSession(
    body: Body<'createCustomerSession'>,
    options?: Options<'createCustomerSession'>,
  ): Answer<Data<'createCustomerSession'>>;

  /**
   * List the open sessions of a customer. The newest come first. Tokens are not shown. Needs the scope `customers:impersonate`.
   */
  listCustomerSessions(
    options?: Options<'listCustomerSessions'>,
  ): List<Item<'listCustomerSessions', 'customer_sessions'>, Data<'listCustomerSessions'>>;

  /**
   * End all sessions of a customer. Needs the scope `customers:impersonate`.
   */
  endCustomerSessions(options?: Options<'endCustomerSessions'>): Answer<void>;

  /**
   * End a session. Every process refuses its token within a second. Needs the scope `customers:impersonate`.
   */
  endCustomerSession(
    sessionId: PathValue<'endCustomerSession', 'session_id'>,
    options?: Options<'endCustomerSession'>,
  ): Answer<void>;

  /**
   * Count entries into each status. Counts how many times tickets entered each status; a new ticket enters its first one. Sorted by name. Needs the scope `reports:read`.
   */
  reportTickets(options?: Options<'reportTickets'>): Answer<Data<'reportTickets'>>;

  /**
   * Count new and closed tickets by date. Needs the scope `reports:read`.
   */
  reportTicketTimeSeries(options?: Options<'reportTicketTimeSeries'>): Answer<Data<'reportTicketTimeSeries'>>;

  /**
   * Sum what team members did. Lists all active members, and removed ones with figures, by name. A first response counts for its author, a closed ticket for its assignee at that time. Needs the scope `reports:read`.
   */
  reportAgents(
    options?: Options<'reportAgents'>,
  ): List<Item<'reportAgents', 'members'>, Data<'reportAgents'>>;

  /**
   * Sum what happened to the tickets of groups. Lists groups by name. What happened to a ticket counts for its group at that time. Needs the scope `reports:read`.
   */
  reportGroups(options?: Options<'reportGroups'>): List<Item<'reportGroups', 'teams'>, Data<'reportGroups'>>;

  /**
   * List results of surveys. There are no surveys, so the list is empty. Needs the scope `reports:read`.
   */
  reportSurveys(options?: Options<'reportSurveys'>): Answer<Data<'reportSurveys'>>;

  /**
   * Count entries into each status (older version). Needs the scope `reports:read`.
   *
   * @deprecated
   */
  reportTicketsLegacy(options?: Options<'reportTicketsLegacy'>): Answer<Data<'reportTicketsLegacy'>>;

  /**
   * Count new and closed tickets by date (older version). Needs the scope `reports:read`.
   *
   * @deprecated
   */
  reportTicketTimeSeriesLegacy(
    options?: Options<'reportTicketTimeSeriesLegacy'>,
  ): Answer<Data<'reportTicketTimeSeriesLegacy'>>;

  /**
   * Sum what team members did (older version). Needs the scope `reports:read`.
   *
   * @deprecated
   */
  reportAgentsLegacy(
    options?: Options<'reportAgentsLegacy'>,
  ): List<Item<'reportAgentsLegacy', 'members'>, Data<'reportAgentsLegacy'>>;

  /**
   * Sum what happened to the tickets of groups (older version). Needs the scope `reports:read`.
   *
   * @deprecated
   */
  reportGroupsLegacy(
    options?: Options<'reportGroupsLegacy'>,
  ): List<Item<'reportGroupsLegacy', 'teams'>, Data<'reportGroupsLegacy'>>;

  /**
   * List results of surveys (older version). Needs the scope `reports:read`.
   *
   * @deprecated
   */
  reportSurveysLegacy(options?: Options<'reportSurveysLegacy'>): Answer<Data<'reportSurveysLegacy'>>;

  /**
   * Measure one ticket. Needs the scope `tickets:read`.
   */
  getTicketMetrics(
    ticketId: PathValue<'getTicketMetrics', 'ticket_id'>,
    options?: Options<'getTicketMetrics'>,
  ): Answer<Data<'getTicketMetrics'>>;
}

export const OPERATIONS = {
  getService: { method: 'GET', path: '/' },
  getLiveness: { method: 'GET', path: '/health/live' },
  getReadiness: { method: 'GET', path: '/health/ready' },
  callMcp: { method: 'POST', path: '/mcp', takes: 'application/json' },
  getCurrentApiKey: { method: 'GET', path: '/api/external/v2/api-keys/current' },
  uploadAttachment: { method: 'POST', path: '/api/external/v2/attachments', takes: 'multipart/form-data' },
  reserveAttachmentUpload: {
    method: 'POST',
    path: '/api/external/v2/attachment_uploads',
    takes: 'application/json',
  },
  getAttachment: { method: 'GET', path: '/api/external/v2/attachments/{attachment_id}', bytes: true },
  putAttachmentUpload: { method: 'PUT', path: '/api/external/v2/attachment_uploads/{upload}', takes: '*/*' },
  listCustomers: { method: 'GET', path: '/api/external/v2/customers', list: 'customers' },
  createCustomer: {
    method: 'POST',
    path: '/api/external/v2/customers',
    takes: 'application/json',
    keyed: true,
  },
  getCustomer: { method: 'GET', path: '/api/external/v2/customers/{customer_id}' },
  updateCustomer: {
    method: 'PATCH',
    path: '/api/external/v2/customers/{customer_id}',
    takes: 'application/json',
    keyed: true,
  },
  createCustomerLegacy: {
    method: 'POST',
    path: '/api/v1/public/customers',
    takes: 'application/json',
    keyed: true,
  },
  listTickets: { method: 'GET', path: '/api/external/v2/tickets', list: 'tickets' },
  createTicket: { method: 'POST', path: '/api/external/v2/tickets', takes: 'application/json', keyed: true },
  getTicket: { method: 'GET', path: '/api/external/v2/tickets/{ticket_id}' },
  updateTicket: {
    method: 'PUT',
    path: '/api/external/v2/tickets/{ticket_id}',
    takes: 'application/json',
    keyed: true,
  },
  patchTicket: {
    method: 'PATCH',
    path: '/api/external/v2/tickets/{ticket_id}',
    takes: 'application/json',
    keyed: true,
  },
  listTicketsLegacy: { method: 'GET', path: '/api/v1/public/tickets', list: 'tickets' },
  createTicketLegacy: {
    method: 'POST',
    path: '/api/v1/public/tickets',
    takes: 'application/json',
    keyed: true,
  },
  getTicketLegacy: { method: 'GET', path: '/api/v1/public/tickets/{ticket_number}' },
  updateTicketLegacy: {
    method: 'PUT',
    path: '/api/v1/public/tickets/{ticket_number}',
    takes: 'application/json',
    keyed: true,
  },
  batchTickets: {
    method: 'POST',
    path: '/api/external/v2/tickets/batch',
    takes: 'application/json',
    keyed: true,
  },
  exportTickets: { method: 'GET', path: '/api/external/v2/exports/tickets', bytes: true },
  mergeTicket: {
    method: 'POST',
    path: '/api/external/v2/tickets/{ticket_id}/merge',
    takes: 'application/json',
    keyed: true,
  },
  unmergeTicket: { method: 'POST', path: '/api/external/v2/tickets/{ticket_id}/unmerge', keyed: true },
  listTags: { method: 'GET', path: '/api/external/v2/tags', list: 'tags' },
  listTicketFields: { method: 'GET', path: '/api/external/v2/fields', list: 'fields' },
  createTicketField: {
    method: 'POST',
    path: '/api/external/v2/fields',
    takes: 'application/json',
    keyed: true,
  },
  getTicketField: { method: 'GET', path: '/api/external/v2/fields/{field_id}' },
  updateTicketField: {
    method: 'PATCH',
    path: '/api/external/v2/fields/{field_id}',
    takes: 'application/json',
    keyed: true,
  },
  deleteTicketField: { method: 'DELETE', path: '/api/external/v2/fields/{field_id}', keyed: true },
  listStatuses: { method: 'GET', path: '/api/external/v2/statuses', list: 'statuses' },
  listCategories: { method: 'GET', path: '/api/external/v2/categories', list: 'categories' },
  listGroups: { method: 'GET', path: '/api/external/v2/groups', list: 'groups' },
  listCompanies: { method: 'GET', path: '/api/external/v2/companies', list: 'companies' },
  listComments: { method: 'GET', path: '/api/external/v2/tickets/{ticket_id}/comments', list: 'comments' },
  createComment: {
    method: 'POST',
    path: '/api/external/v2/tickets/{ticket_id}/comments',
    takes: 'application/json',
    keyed: true,
  },
  getComment: { method: 'GET', path: '/api/external/v2/tickets/{ticket_id}/comments/{comment_id}' },
  createCommentLegacy: {
    method: 'POST',
    path: '/api/v1/public/comments',
    takes: 'application/json',
    keyed: true,
  },
  listCommentsLegacy: {
    method: 'GET',
    path: '/api/v1/public/tickets/{ticket_number}/comments',
    list: 'comments',
  },
  getDraft: { method: 'GET', path: '/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}' },
  saveDraft: {
    method: 'PUT',
    path: '/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}',
    takes: 'application/json',
    keyed: true,
  },
  deleteDraft: {
    method: 'DELETE',
    path: '/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}',
    keyed: true,
  },
  createDraft: {
    method: 'POST',
    path: '/api/external/v2/tickets/{ticket_id}/drafts',
    takes: 'application/json',
    keyed: true,
  },
  sendDraft: {
    method: 'POST',
    path: '/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}/send',
    takes: 'application/json',
    keyed: true,
  },
  createDraftLegacy: {
    method: 'POST',
    path: '/api/v1/public/tickets/{ticket_number}/drafts',
    takes: 'application/json',
    keyed: true,
  },
  listForms: { method: 'GET', path: '/api/external/v2/forms' },
  listTeamMembers: { method: 'GET', path: '/api/external/v2/team-members', list: 'team_members' },
  createTeamMembers: {
    method: 'POST',
    path: '/api/external/v2/team-members',
    takes: 'application/json',
    keyed: true,
  },
  getTeamMember: { method: 'GET', path: '/api/external/v2/team-members/{team_member_id}' },
  updateTeamMember: {
    method: 'PATCH',
    path: '/api/external/v2/team-members/{team_member_id}',
    takes: 'application/json',
    keyed: true,
  },
  removeTeamMember: { method: 'DELETE', path: '/api/external/v2/team-members/{team_member_id}', keyed: true },
  removeTeamMembers: {
    method: 'DELETE',
    path: '/api/external/v2/team_members',
    takes: 'application/json',
    keyed: true,
  },
  listTeamMembersLegacy: { method: 'GET', path: '/api/external/v1/team_members', list: 'team_members' },
  createTeamMembersLegacy: {
    method: 'POST',
    path: '/api/external/v1/team_members',
    takes: 'application/json',
    keyed: true,
  },
  removeTeamMembersLegacy: {
    method: 'DELETE',
    path: '/api/external/v1/team_members',
    takes: 'application/json',
    keyed: true,
  },
  removeTeamMemberLegacy: {
    method: 'DELETE',
    path: '/api/external/v1/team_members/{team_member_id}',
    keyed: true,
  },
  listEvents: { method: 'GET', path: '/api/external/v2/events' },
  streamEvents: { method: 'GET', path: '/api/external/v2/events/stream', bytes: true },
  listWebhooks: { method: 'GET', path: '/api/external/v2/webhooks', list: 'webhooks' },
  createWebhook: { method: 'POST', path: '/api/external/v2/webhooks', takes: 'application/json' },
  getWebhook: { method: 'GET', path: '/api/external/v2/webhooks/{webhook_id}' },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/external/v2/webhooks/{webhook_id}',
    takes: 'application/json',
    keyed: true,
  },
  deleteWebhook: { method: 'DELETE', path: '/api/external/v2/webhooks/{webhook_id}', keyed: true },
  createWebhookSecret: { method: 'POST', path: '/api/external/v2/webhooks/{webhook_id}/secrets' },
  deleteWebhookSecret: {
    method: 'DELETE',
    path: '/api/external/v2/webhooks/{webhook_id}/secrets/{secret_id}',
    keyed: true,
  },
  testWebhook: { method: 'POST', path: '/api/external/v2/webhooks/{webhook_id}/test', keyed: true },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/api/external/v2/webhooks/{webhook_id}/deliveries',
    list: 'deliveries',
  },
  getWebhookDelivery: {
    method: 'GET',
    path: '/api/external/v2/webhooks/{webhook_id}/deliveries/{delivery_id}',
  },
  redeliverWebhookDelivery: {
    method: 'POST',
    path: '/api/external/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    keyed: true,
  },
  replayWebhook: {
    method: 'POST',
    path: '/api/external/v2/webhooks/{webhook_id}/replay',
    takes: 'application/json',
    keyed: true,
  },
  receiveInboundEmail: { method: 'POST', path: '/api/external/v2/inbound-emails', takes: 'message/rfc822' },
  listInboundEmails: { method: 'GET', path: '/api/external/v2/inbound-emails', list: 'inbound_emails' },
  getInboundEmail: { method: 'GET', path: '/api/external/v2/inbound-emails/{inbound_email_id}' },
  deleteInboundEmail: {
    method: 'DELETE',
    path: '/api/external/v2/inbound-emails/{inbound_email_id}',
    keyed: true,
  },
  getInboundEmailRaw: {
    method: 'GET',
    path: '/api/external/v2/inbound-emails/{inbound_email_id}/raw',
    bytes: true,
  },
  releaseInboundEmail: {
    method: 'POST',
    path: '/api/external/v2/inbound-emails/{inbound_email_id}/release',
    takes: 'application/json',
    keyed: true,
  },
  createCustomerSession: {
    method: 'POST',
    path: '/api/external/v2/customer-sessions',
    takes: 'application/json',
  },
  listCustomerSessions: {
    method: 'GET',
    path: '/api/external/v2/customer-sessions',
    list: 'customer_sessions',
  },
  endCustomerSessions: { method: 'DELETE', path: '/api/external/v2/customer-sessions', keyed: true },
  endCustomerSession: {
    method: 'DELETE',
    path: '/api/external/v2/customer-sessions/{session_id}',
    keyed: true,
  },
  reportTickets: { method: 'GET', path: '/api/external/v2/reports/tickets' },
  reportTicketTimeSeries: { method: 'GET', path: '/api/external/v2/reports/ticket-time-series' },
  reportAgents: { method: 'GET', path: '/api/external/v2/reports/agents', list: 'members' },
  reportGroups: { method: 'GET', path: '/api/external/v2/reports/groups', list: 'teams' },
  reportSurveys: { method: 'GET', path: '/api/external/v2/reports/surveys' },
  reportTicketsLegacy: { method: 'GET', path: '/api/v1/public/reports/tickets' },
  reportTicketTimeSeriesLegacy: { method: 'GET', path: '/api/v1/public/reports/tickets/time_series' },
  reportAgentsLegacy: { method: 'GET', path: '/api/v1/public/reports/agents', list: 'members' },
  reportGroupsLegacy: { method: 'GET', path: '/api/v1/public/reports/groups', list: 'teams' },
  reportSurveysLegacy: { method: 'GET', path: '/api/v1/public/reports/surveys' },
  getTicketMetrics: { method: 'GET', path: '/api/external/v2/tickets/{ticket_id}/metrics' },
} as const satisfies Record<keyof Operations, Operation>;

/** A method for each operation of customers. */
export interface CustomerOperations {
  /**
   * Upload a file of the customer. Takes a form with one part `file`, as `uploadAttachment` does. The signed id is good for this customer alone. Only the session of a customer may call it.
   */
  uploadAttachment(
    body: FormData,
    options?: Options<'uploadPortalAttachment'>,
  ): Answer<Data<'uploadPortalAttachment'>>;

  /**
   * Download a file of a ticket of the customer. Answers a file of a description or a reply as `getAttachment` does, and 404 for any other one. Only the session of a customer may call it.
   */
  getAttachment(
    attachmentId: PathValue<'getPortalAttachment', 'attachment_id'>,
    options?: Options<'getPortalAttachment'>,
  ): Answer<Response>;

  /**
   * List the replies of a ticket of the customer. The oldest comes first. The description stands in the ticket. Only the session of a customer may call it.
   */
  listComments(
    ticketId: PathValue<'listPortalComments', 'ticket_id'>,
    options?: Options<'listPortalComments'>,
  ): List<Item<'listPortalComments', 'comments'>, Data<'listPortalComments'>>;

  /**
   * Answer on a ticket of the customer. Adds a reply, which opens a ticket that waits or is closed, unless the workspace says otherwise. Only the session of a customer may call it.
   */
  addComment(
    ticketId: PathValue<'addPortalComment', 'ticket_id'>,
    body: Body<'addPortalComment'>,
    options?: Options<'addPortalComment'>,
  ): Answer<Data<'addPortalComment'>>;

  /**
   * List what happened to the tickets of the customer, oldest first. Tells of replies, of new tickets and of other statuses, at the positions of the feed of the desk. A reader keeps `next_after` and asks again with it. Only the session of a customer may call it.
   */
  listEvents(options?: Options<'listPortalEvents'>): Answer<Data<'listPortalEvents'>>;

  /**
   * Hear what happens to the tickets of the customer, as it happens. Answers a stream of server-sent events that lasts, as `streamEvents` does: `data` is the event as the list of events shows it. A session has 10 streams at once (429). Only the session of a customer may call it.
   */
  streamEvents(options?: Options<'streamPortalEvents'>): Answer<Response>;

  /**
   * Get the customer of the session, and the forms. Only the session of a customer may call it.
   */
  getMe(options?: Options<'getPortalMe'>): Answer<Data<'getPortalMe'>>;

  /**
   * List the tickets of the customer. Lists the tickets of which the customer is customer or participant, the newest first unless the request says otherwise. With `company` of the session also those of customers of the same company. Only the session of a customer may call it.
   */
  listTickets(
    options?: Options<'listPortalTickets'>,
  ): List<Item<'listPortalTickets', 'tickets'>, Data<'listPortalTickets'>>;

  /**
   * Raise a ticket of the customer. Raises a ticket by a form, with its fields, its required fields and its limits. Without `form` it is the first enabled one. Only the session of a customer may call it.
   */
  raiseTicket(
    body: Body<'raisePortalTicket'>,
    options?: Options<'raisePortalTicket'>,
  ): Answer<Data<'raisePortalTicket'>>;

  /**
   * Get one ticket of the customer. A ticket that the customer may not see is answered as one that does not exist. Only the session of a customer may call it.
   */
  getTicket(
    ticketId: PathValue<'getPortalTicket', 'ticket_id'>,
    options?: Options<'getPortalTicket'>,
  ): Answer<Data<'getPortalTicket'>>;

  /**
   * Close a ticket of the customer. Closes a ticket that is open. Of one that is done already it shows the state. Only the session of a customer may call it.
   */
  closeTicket(
    ticketId: PathValue<'closePortalTicket', 'ticket_id'>,
    options?: Options<'closePortalTicket'>,
  ): Answer<Data<'closePortalTicket'>>;
}

export const CUSTOMER_OPERATIONS = {
  uploadAttachment: { method: 'POST', path: '/api/customer/v1/attachments', takes: 'multipart/form-data' },
  getAttachment: { method: 'GET', path: '/api/customer/v1/attachments/{attachment_id}', bytes: true },
  listComments: { method: 'GET', path: '/api/customer/v1/tickets/{ticket_id}/comments', list: 'comments' },
  addComment: {
    method: 'POST',
    path: '/api/customer/v1/tickets/{ticket_id}/comments',
    takes: 'application/json',
    keyed: true,
  },
  listEvents: { method: 'GET', path: '/api/customer/v1/events' },
  streamEvents: { method: 'GET', path: '/api/customer/v1/events/stream', bytes: true },
  getMe: { method: 'GET', path: '/api/customer/v1/me' },
  listTickets: { method: 'GET', path: '/api/customer/v1/tickets', list: 'tickets' },
  raiseTicket: { method: 'POST', path: '/api/customer/v1/tickets', takes: 'application/json', keyed: true },
  getTicket: { method: 'GET', path: '/api/customer/v1/tickets/{ticket_id}' },
  closeTicket: { method: 'POST', path: '/api/customer/v1/tickets/{ticket_id}/close', keyed: true },
} as const satisfies Record<keyof CustomerOperations, Operation>;
