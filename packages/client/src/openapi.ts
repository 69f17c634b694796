// Generated from openapi.json by `npm run -s openapi`.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the name of the service and where its documentation is
         * @description Names the service and its pages. A browser, which prefers HTML, is sent to the documentation instead.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process runs */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service can answer requests */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Talk to the desk by the Model Context Protocol
         * @description Talk to the desk by the Model Context Protocol. Takes one message of the revision of 2026-07-28 or of 2025, without sessions. `tools/list` names the tools for which the key has the scopes, and `tools/call` runs an operation of this API. Messages that the protocol refuses are answered with its own errors. Any valid key may call it, whatever its scopes.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/api-keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key of this request
         * @description Get the key of this request. Shows what the key may do, how often, and until when. The key itself is not shown. Any valid key may call it, whatever its scopes.
         */
        get: operations["getCurrentApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Upload a file. Takes a form with one part `file` and answers with the signed id that `attachments` of a ticket or a comment takes. The file may have 50 MB, and 10 MB when it is attached, unless the installation says otherwise. What nobody attaches within 24 hours is removed. The route keeps no reply, so it refuses `Idempotency-Key`. Needs the scope `attachments:write`.
         */
        post: operations["uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/attachment_uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce a file and get an address for its bytes
         * @description Announce a file and get an address for its bytes. Answers with `upload_url`, to which the bytes are sent by PUT, with exactly the headers `upload_headers` and without a key. Then the signed id can be used as that of any upload. The route answers a secret, so it refuses `Idempotency-Key`. Needs the scope `attachments:write`.
         */
        post: operations["reserveAttachmentUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/attachments/{attachment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description Download a file. Answers the bytes, or 302 to an address that is good for 5 minutes. PNG, JPEG, GIF, WebP and AVIF pictures are sent as what their bytes say, and may be shown in place. Everything else is sent as `application/octet-stream` for saving, whatever its name and type say. One range can be asked for. Needs the scope `attachments:read`.
         */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/attachment_uploads/{upload}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the bytes of an announced file
         * @description Takes the bytes at the address that `reserveAttachmentUpload` has answered, with the headers that it has answered. Needs no key: the address is the secret. Bytes of another size or checksum are refused, and the right ones can still be sent.
         */
        put: operations["putAttachmentUpload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description List customers. Lists customers, the newest first. All filters can be combined. Needs the scope `customers:read`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Create a customer. When anything is wrong, such as an address that another customer has, nothing is created. Needs the scope `customers:write`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/customers/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one customer
         * @description Get one customer. Needs the scope `customers:read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a customer
         * @description Update a customer. Changes the properties in the request; all others stay. `emails`, `phones` and `links` replace the whole list. A refused request changes nothing. Needs the scope `customers:write`.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/api/v1/public/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a customer (older version)
         * @deprecated
         * @description Create a customer (older version). Needs the scope `customers:write`.
         */
        post: operations["createCustomerLegacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description List tickets. Newest first, unless the request says otherwise. A page after the last one is empty and has the true totals. `q` searches for words, and finds every write that was answered. Needs the scope `tickets:read`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Raise a ticket
         * @description Raise a ticket. Raises a ticket for the customer with the address `email`. When no customer has this address, the service creates one. By default the status is `new`, the priority `medium` and the category `None`. Active fields that agents must fill in need a value, but not in a ticket that is taken over from another system (`external_id`, `source` and a past `created_at`). Needs the scope `tickets:write`.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one ticket by id or number
         * @description Get one ticket by id or number. Shows one ticket. `include` adds what it names to the documented shape. The entity tag is that of the ticket without it. Needs the scope `tickets:read`. `include=comments` needs `comments:read` besides.
         */
        get: operations["getTicket"];
        /**
         * Update a ticket
         * @description Update a ticket. Changes the properties in the request; all others stay. A refused request changes nothing. Needs the scope `tickets:write`.
         */
        put: operations["updateTicket"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a ticket (same as PUT)
         * @description Update a ticket (same as PUT). Needs the scope `tickets:write`.
         */
        patch: operations["patchTicket"];
        trace?: never;
    };
    "/api/v1/public/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets (older version)
         * @deprecated
         * @description List tickets (older version). Lists tickets as the current version does. Needs the scope `tickets:read`.
         */
        get: operations["listTicketsLegacy"];
        put?: never;
        /**
         * Raise a ticket (older version)
         * @deprecated
         * @description Raise a ticket (older version). Raises a ticket as the current version does, from fewer properties. Needs the scope `tickets:write`.
         */
        post: operations["createTicketLegacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/tickets/{ticket_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one ticket by number or id (older version)
         * @deprecated
         * @description Get one ticket by number or id (older version). Shows a ticket as the current version does. Needs the scope `tickets:read`. `include=comments` needs `comments:read` besides.
         */
        get: operations["getTicketLegacy"];
        /**
         * Update a ticket (older version)
         * @deprecated
         * @description Update a ticket (older version). Needs the scope `tickets:write`.
         */
        put: operations["updateTicketLegacy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change and raise many tickets
         * @description Change and raise many tickets. Does up to 100 operations in their order, by the rules of `updateTicket` and `createTicket`. Each has a result, which says what a request of its own would have been answered, and a refused one keeps no other from being done. An operation that is malformed itself refuses the whole. With `atomic`, all are done or none: then 422 names every problem of every operation. The request counts as its operations in the rate limit, and is refused whole when too few are left. Needs the scope `tickets:write`.
         */
        post: operations["batchTickets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/exports/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy all tickets
         * @description Copy all tickets. Answers lines of JSON: first `{"position": ...}`, then a line for each ticket as it is at one moment, by number, and last `{"tickets": ...}`, by which a reader knows that nothing is missing. A ticket with more than 1 MiB of comments goes on in lines that have its `id` and `number` again. The copy and the events after its position are the desk: with `include_notes=true`, every change that the copy lacks comes there. A key has the scope only when it names it. A workspace has one copy under way (429), and a client has 15 seconds for each 64 KiB. Needs the scope `exports:read`.
         */
        get: operations["exportTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a ticket into another one
         * @description Merge a ticket into another one. Closes the ticket, whatever fields closing needs, and leads its mail to the ticket `into`, which takes over its customer and its participants as participants, as long as it has fewer than 50. Nothing else moves. From then on, every other write of the merged ticket is refused with 409 `ticket_merged`. Tickets that were merged into it lead to `into`, too: at most 500 tickets to one. Needs the scope `tickets:write`.
         */
        post: operations["mergeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the merge of a ticket
         * @description End the merge of a ticket. Gives the ticket the status that it had, and leads its mail to it again. The participants of the other ticket stay, and so do tickets that were led on with this one. Needs the scope `tickets:write`.
         */
        post: operations["unmergeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags that tickets have
         * @description List the tags that tickets have. Lists the tags of tickets with the number of tickets that have each. Tags that differ only in case are one tag. They are sorted by name without regard to case, by code point. Needs the scope `tickets:read`.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ticket fields
         * @description List ticket fields. Fields come in display order. Without `page_number` and `page_size`, all fields are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `fields:read`.
         */
        get: operations["listTicketFields"];
        put?: never;
        /**
         * Create a ticket field
         * @description Create a ticket field. When the request has no placeholder slug, the service makes one from the name. Needs the scope `fields:write`.
         */
        post: operations["createTicketField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/fields/{field_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one ticket field
         * @description Get one ticket field. Needs the scope `fields:read`.
         */
        get: operations["getTicketField"];
        put?: never;
        post?: never;
        /**
         * Delete an inactive ticket field
         * @description Delete an inactive ticket field. Also deletes the values of the field in all tickets. An active field cannot be deleted. Needs the scope `fields:write`.
         */
        delete: operations["deleteTicketField"];
        options?: never;
        head?: never;
        /**
         * Update a ticket field
         * @description Update a ticket field. Changes the properties and options in the request; all others stay. A refused request changes nothing. `kind` and `resource_type` cannot be changed. Needs the scope `fields:write`.
         */
        patch: operations["updateTicketField"];
        trace?: never;
    };
    "/api/external/v2/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the statuses that tickets can have
         * @description List the statuses that tickets can have. Lists the default statuses and those of the workspace. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
         */
        get: operations["listStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories that tickets can have
         * @description List the categories that tickets can have. Lists the categories with their sub-categories, two levels deep. Pages count categories of the first level. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups of team members
         * @description List the groups of team members. Lists the groups that tickets can be given to, the oldest first. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the companies of customers
         * @description List the companies of customers. Lists the companies that customers can belong to, the oldest first. Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`. Needs the scope `tickets:read`.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversation of a ticket
         * @description List the conversation of a ticket. In the order added. The first element is the description of the ticket. Notes are shown to agents only: nothing of them may reach a customer. Needs the scope `comments:read`.
         */
        get: operations["listComments"];
        put?: never;
        /**
         * Add a comment to a ticket
         * @description Add a comment to a ticket. Adds a reply or a note. A key with `drafts:write` alone adds notes only. `updated_at` of the ticket moves. A reply of a customer opens a ticket that waits or is closed, unless the workspace says otherwise. A `message_id` that the ticket has already is answered with 200 and the first comment when the content is the same. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
         */
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/comments/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one comment
         * @description Get one comment. The id of the ticket names its description. `include` adds what it names to the documented shape. The entity tag is that of the comment without it. Needs the scope `comments:read`.
         */
        get: operations["getComment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a comment to a ticket (older version)
         * @deprecated
         * @description Add a comment to a ticket (older version). Adds a reply or a note to the ticket that the body names, as the current version does, from fewer properties. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
         */
        post: operations["createCommentLegacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/tickets/{ticket_number}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversation of a ticket (older version)
         * @deprecated
         * @description List the conversation of a ticket (older version). Lists the conversation as the current version does. Notes are shown to agents only. Needs the scope `comments:read`.
         */
        get: operations["listCommentsLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description Get a draft. Needs the scope `comments:read`.
         */
        get: operations["getDraft"];
        /**
         * Keep a draft
         * @description Keep a draft. Keeps a draft in the place of one of the same type. It changes nothing else of the ticket. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
         */
        put: operations["saveDraft"];
        post?: never;
        /**
         * Throw a draft away
         * @description Throw a draft away. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
         */
        delete: operations["deleteDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a draft
         * @description Write a draft. Keeps a draft of the type that the body names, in the place of one of the same type. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a draft
         * @description Send a draft. Makes the comment and takes the draft away, both or neither. `If-Match` with the tag of the draft refuses to send words that have changed meanwhile. The body may be left out. Needs the scope `comments:write`.
         */
        post: operations["sendDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/tickets/{ticket_number}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a draft (older version)
         * @deprecated
         * @description Write a draft (older version). Keeps a draft as the current version does. Needs the scope `comments:write`. The scope `drafts:write` is enough, too.
         */
        post: operations["createDraftLegacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List enabled web forms
         * @description List enabled web forms. Returns all enabled forms, oldest first, with the addresses of their pages for customers. Needs the scope `forms:read`.
         */
        get: operations["listForms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/team-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List team members
         * @description List team members. Lists active team members, the newest first. `state` asks for removed ones, too. Needs the scope `team_members:read`.
         */
        get: operations["listTeamMembers"];
        put?: never;
        /**
         * Add team members
         * @description Add team members. Adds a team member for each address, all of them or none. A removed one becomes active again and keeps what the request does not name. Needs the scope `team_members:write`.
         */
        post: operations["createTeamMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/team-members/{team_member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one team member
         * @description Get one team member. Returns an active or a removed team member. Needs the scope `team_members:read`.
         */
        get: operations["getTeamMember"];
        put?: never;
        post?: never;
        /**
         * Remove a team member
         * @description Remove a team member. Removes one team member. Its tickets become unassigned, unless they are closed, spam or trash. It can be removed again without an error. Needs the scope `team_members:write`.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        /**
         * Update a team member
         * @description Update a team member. Changes the properties in the request; all others stay. A refused request changes nothing. Needs the scope `team_members:write`.
         */
        patch: operations["updateTeamMember"];
        trace?: never;
    };
    "/api/external/v2/team_members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove team members
         * @description Remove team members. Removes the team members of these addresses. Tickets of a removed member become unassigned, unless they are closed, spam or trash. When an address is unknown, no member is removed. A member can be removed again without an error. Needs the scope `team_members:write`.
         */
        delete: operations["removeTeamMembers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v1/team_members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List team members (older version)
         * @deprecated
         * @description List team members (older version). Lists team members as the current version does. Needs the scope `team_members:read`.
         */
        get: operations["listTeamMembersLegacy"];
        put?: never;
        /**
         * Add team members (older version)
         * @deprecated
         * @description Add team members (older version). Adds team members as the current version does. Needs the scope `team_members:write`.
         */
        post: operations["createTeamMembersLegacy"];
        /**
         * Remove team members (older version)
         * @deprecated
         * @description Remove team members (older version). Needs `Accept: application/json`. Needs the scope `team_members:write`.
         */
        delete: operations["removeTeamMembersLegacy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v1/team_members/{team_member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a team member (older version)
         * @deprecated
         * @description Remove a team member (older version). Removes one team member as the current version does, whatever `Accept` says. Needs the scope `team_members:write`.
         */
        delete: operations["removeTeamMemberLegacy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened in the workspace, oldest first
         * @description List what happened in the workspace, oldest first. Returns every change of tickets, customers, team members, fields and forms once, in an order that never changes. A consumer keeps `next_after` and asks again with it: it misses nothing and sees nothing twice. Who has the answer to a write finds its event here at once. Events are shown for 30 days, unless the installation says otherwise. Needs the scope `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear what happens in the workspace, as it happens
         * @description Hear what happens in the workspace, as it happens. Answers a stream of server-sent events that lasts: `id` is the position of an event, `event` its type, and `data` the event as the list of events shows it. It begins after `Last-Event-ID`, or else after `after`, or else with the next event. A comment comes each 15 seconds. After 5 minutes the stream ends, and the client comes back with the last `id`: it misses nothing and hears nothing twice. A client that does not take what is sent is cut off. A key has 10 streams at once (429), and each process 200 unless the installation says otherwise (503). Needs the scope `events:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description List webhooks. Lists the webhooks of the workspace, the oldest first. There are at most 20. Needs the scope `webhooks:write`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Create a webhook. From now on each event of these types is sent to the address, signed with the secret that this answer shows once. Needs the scope `webhooks:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one webhook
         * @description Get one webhook. Needs the scope `webhooks:write`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Delete a webhook. What waits for it is not sent any more. Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Update a webhook. Changes the properties in the request; all others stay. `active` switches it on again. Needs the scope `webhooks:write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for a webhook
         * @description Make a new secret for a webhook. The answer shows the secret once. The one before it signs, too, for 24 hours. At most 5 sign at the same time. Needs the scope `webhooks:write`.
         */
        post: operations["createWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/secrets/{secret_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a secret of a webhook
         * @description Delete a secret of a webhook. It signs no more from now on. The newest one cannot be deleted. Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhookSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Send a test to a webhook. Sends `webhook.test` once, also to a webhook that is switched off. The delivery tells what came of it. Needs the scope `webhooks:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description List deliveries of a webhook. Lists deliveries, the newest first. A delivery that has failed is kept for 30 days, a delivered one for 7. Needs the scope `webhooks:write`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one delivery with its tries
         * @description Get one delivery with its tries. Needs the scope `webhooks:write`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Send a delivery again. Begins the delivery anew, whatever became of it. Needs the scope `webhooks:write`.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/webhooks/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again to a webhook
         * @description Send events again to a webhook. Sends the events of a range of positions, whether they were sent before or not, or only what has failed. A receiver knows an event that it has by its `webhook-id`. Needs the scope `webhooks:write`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/inbound-emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mails that came
         * @description List mails that came. Lists mails, the newest first. They are kept for 400 days. Needs the scope `emails:read`.
         */
        get: operations["listInboundEmails"];
        put?: never;
        /**
         * Take a mail in
         * @description Take a mail in. Takes the bytes of a mail, makes a ticket or a comment of it, and answers with what it became. Whatever the mail is, the answer is 2xx when it is safe: then whoever brings it may forget it. With 413 it is too large for ever; after any other answer bring it again later. A mail that comes twice is answered with 200 and what it became first, so `Idempotency-Key` is refused. Needs the scope `emails:write`.
         */
        post: operations["receiveInboundEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/inbound-emails/{inbound_email_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one mail that came
         * @description Get one mail that came. Needs the scope `emails:read`.
         */
        get: operations["getInboundEmail"];
        put?: never;
        post?: never;
        /**
         * Delete a mail that came
         * @description Delete a mail that came. Deletes its bytes and what is known of it, but not its ticket or comment. When the mail comes again, nothing is made of it. Needs the scope `emails:manage`.
         */
        delete: operations["deleteInboundEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/inbound-emails/{inbound_email_id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a mail as it came
         * @description Download a mail as it came. Answers the bytes, or 302 to an address that is good for 5 minutes. They are kept for 30 days, unless the installation says otherwise; then the answer is 410. Needs the scope `emails:read`.
         */
        get: operations["getInboundEmailRaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/inbound-emails/{inbound_email_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a suspended mail
         * @description Release a suspended mail. Judges the mail again, without the filters and limits that have suspended it. A mail of a team member becomes a note. With an `Idempotency-Key` the mail is judged once the answer is kept, so that the answer says `pending`. Needs the scope `emails:manage`.
         */
        post: operations["releaseInboundEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/customer-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open sessions of a customer
         * @description List the open sessions of a customer. The newest come first. Tokens are not shown. Needs the scope `customers:impersonate`.
         */
        get: operations["listCustomerSessions"];
        put?: never;
        /**
         * Make a session of a customer
         * @description Make a session of a customer. Answers a token that is this one customer, for the operations of customers and for no other. A key has the scope only when it names it. The answer shows a secret, so the route refuses `Idempotency-Key`. Needs the scope `customers:impersonate`.
         */
        post: operations["createCustomerSession"];
        /**
         * End all sessions of a customer
         * @description End all sessions of a customer. Needs the scope `customers:impersonate`.
         */
        delete: operations["endCustomerSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/customer-sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description End a session. Every process refuses its token within a second. Needs the scope `customers:impersonate`.
         */
        delete: operations["endCustomerSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file of the customer
         * @description Upload a file of the customer. Takes a form with one part `file`, as `uploadAttachment` does. The signed id is good for this customer alone. Only the session of a customer may call it.
         */
        post: operations["uploadPortalAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/attachments/{attachment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a ticket of the customer
         * @description Download a file of a ticket of the customer. Answers a file of a description or a reply as `getAttachment` does, and 404 for any other one. Only the session of a customer may call it.
         */
        get: operations["getPortalAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/tickets/{ticket_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the replies of a ticket of the customer
         * @description List the replies of a ticket of the customer. The oldest comes first. The description stands in the ticket. Only the session of a customer may call it.
         */
        get: operations["listPortalComments"];
        put?: never;
        /**
         * Answer on a ticket of the customer
         * @description Answer on a ticket of the customer. Adds a reply, which opens a ticket that waits or is closed, unless the workspace says otherwise. Only the session of a customer may call it.
         */
        post: operations["addPortalComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to the tickets of the customer, oldest first
         * @description List what happened to the tickets of the customer, oldest first. Tells of replies, of new tickets and of other statuses, at the positions of the feed of the desk. A reader keeps `next_after` and asks again with it. Only the session of a customer may call it.
         */
        get: operations["listPortalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear what happens to the tickets of the customer, as it happens
         * @description Hear what happens to the tickets of the customer, as it happens. Answers a stream of server-sent events that lasts, as `streamEvents` does: `data` is the event as the list of events shows it. A session has 10 streams at once (429). Only the session of a customer may call it.
         */
        get: operations["streamPortalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the customer of the session, and the forms
         * @description Get the customer of the session, and the forms. Only the session of a customer may call it.
         */
        get: operations["getPortalMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tickets of the customer
         * @description List the tickets of the customer. Lists the tickets of which the customer is customer or participant, the newest first unless the request says otherwise. With `company` of the session also those of customers of the same company. Only the session of a customer may call it.
         */
        get: operations["listPortalTickets"];
        put?: never;
        /**
         * Raise a ticket of the customer
         * @description Raise a ticket of the customer. Raises a ticket by a form, with its fields, its required fields and its limits. Without `form` it is the first enabled one. Only the session of a customer may call it.
         */
        post: operations["raisePortalTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/tickets/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one ticket of the customer
         * @description Get one ticket of the customer. A ticket that the customer may not see is answered as one that does not exist. Only the session of a customer may call it.
         */
        get: operations["getPortalTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/tickets/{ticket_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a ticket of the customer
         * @description Close a ticket of the customer. Closes a ticket that is open. Of one that is done already it shows the state. Only the session of a customer may call it.
         */
        post: operations["closePortalTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/reports/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count entries into each status
         * @description Count entries into each status. Counts how many times tickets entered each status; a new ticket enters its first one. Sorted by name. Needs the scope `reports:read`.
         */
        get: operations["reportTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/reports/ticket-time-series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count new and closed tickets by date
         * @description Count new and closed tickets by date. Needs the scope `reports:read`.
         */
        get: operations["reportTicketTimeSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/reports/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum what team members did
         * @description Sum what team members did. Lists all active members, and removed ones with figures, by name. A first response counts for its author, a closed ticket for its assignee at that time. Needs the scope `reports:read`.
         */
        get: operations["reportAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/reports/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum what happened to the tickets of groups
         * @description Sum what happened to the tickets of groups. Lists groups by name. What happened to a ticket counts for its group at that time. Needs the scope `reports:read`.
         */
        get: operations["reportGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/reports/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List results of surveys
         * @description List results of surveys. There are no surveys, so the list is empty. Needs the scope `reports:read`.
         */
        get: operations["reportSurveys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/reports/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count entries into each status (older version)
         * @deprecated
         * @description Count entries into each status (older version). Needs the scope `reports:read`.
         */
        get: operations["reportTicketsLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/reports/tickets/time_series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count new and closed tickets by date (older version)
         * @deprecated
         * @description Count new and closed tickets by date (older version). Needs the scope `reports:read`.
         */
        get: operations["reportTicketTimeSeriesLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/reports/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum what team members did (older version)
         * @deprecated
         * @description Sum what team members did (older version). Needs the scope `reports:read`.
         */
        get: operations["reportAgentsLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/reports/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum what happened to the tickets of groups (older version)
         * @deprecated
         * @description Sum what happened to the tickets of groups (older version). Needs the scope `reports:read`.
         */
        get: operations["reportGroupsLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/reports/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List results of surveys (older version)
         * @deprecated
         * @description List results of surveys (older version). Needs the scope `reports:read`.
         */
        get: operations["reportSurveysLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/v2/tickets/{ticket_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure one ticket
         * @description Measure one ticket. Needs the scope `tickets:read`.
         */
        get: operations["getTicketMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "comment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of comment.created
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onCommentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of customer.created
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onCustomerCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of customer.updated
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onCustomerUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of email.bounced
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onEmailBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.suspended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of email.suspended
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onEmailSuspended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "field.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of field.created
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onFieldCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "field.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of field.deleted
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onFieldDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "field.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of field.updated
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onFieldUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "form.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of form.created
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onFormCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "form.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of form.submitted
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onFormSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "form.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of form.updated
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onFormUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "team_member.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of team_member.created
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTeamMemberCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "team_member.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of team_member.removed
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTeamMemberRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "team_member.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of team_member.updated
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTeamMemberUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of ticket.created
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTicketCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.follow_up_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of ticket.follow_up_due
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTicketFollowUpDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.merged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of ticket.merged
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTicketMerged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.resolution_overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of ticket.resolution_overdue
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTicketResolutionOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of ticket.updated
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTicketUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tickets.imported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of tickets.imported
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onTicketsImported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells of webhook.disabled
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onWebhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tests a webhook
         * @description Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the event. The form is that of Standard Webhooks, whose libraries verify it.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ServiceResponse: {
            /** @example Support Desk */
            name: string;
            /**
             * @description The version of the service.
             * @example 0.2.0
             */
            version: string;
            /**
             * @description Path of the documentation for people.
             * @example /docs
             */
            documentation: string;
            /**
             * @description Path of the OpenAPI document.
             * @example /openapi.json
             */
            openapi: string;
            /**
             * @description Path of the answer to whether the service can answer requests.
             * @example /health/ready
             */
            health: string;
        };
        ApiError: {
            /**
             * @description One sentence for a person.
             * @example There is no such ticket.
             */
            error: string;
            /**
             * @description A stable word for programs.
             * @example ticket_not_found
             */
            code: string;
        };
        HealthResponse: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok";
        };
        ReadinessResponse: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok";
            /**
             * @description Whether files can be stored and read. Everything else works without that, so it takes no process out of service.
             * @example ok
             * @enum {string}
             */
            storage: "ok" | "unavailable";
        };
        McpMessage: {
            /**
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description The id of the request. A notification has none.
             * @example 1
             */
            id?: string | number;
            /**
             * @description Such as `tools/list` or `tools/call`.
             * @example tools/list
             */
            method: string;
            /** @example {} */
            params?: {
                [key: string]: unknown;
            };
        };
        McpAnswer: {
            /**
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description The id of the request. A notification has none.
             * @example 1
             */
            id?: (string | number) | null;
            /**
             * @example {
             *       "tools": []
             *     }
             */
            result?: {
                [key: string]: unknown;
            };
            /** @description Why the message was refused. What a tool refuses is a `result` with `isError`. */
            error?: {
                [key: string]: unknown;
            };
        };
        AuthenticationError: {
            /** @example Authentication failed: invalid API key. */
            error: string;
        };
        FieldError: {
            /**
             * @description Path of the wrong value.
             * @example ticket_fields.Country
             */
            field: string;
            /** @example is not the name of an active ticket field */
            message: string;
        };
        InvalidRequest: {
            /**
             * @description One sentence for a person.
             * @example There is no such ticket.
             */
            error: string;
            /**
             * @description A stable word for programs.
             * @example ticket_not_found
             */
            code: string;
            field_errors: components["schemas"]["FieldError"][];
        };
        ApiKeyMember: {
            /**
             * Format: uuid
             * @example 0190c7a4-b0c1-7f2a-8a3e-5d6f7a8b9c0d
             */
            id: string;
            /** @example Eve Jones */
            name: string;
            /**
             * Format: idn-email
             * @example eve@acme.example
             */
            email: string;
            /**
             * @description While the member is `inactive`, the key writes neither comments nor drafts.
             * @example active
             * @enum {string}
             */
            state: "active" | "inactive";
        };
        ApiKey: {
            /**
             * Format: uuid
             * @example 0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30
             */
            id: string;
            /**
             * @description The name that the operator gave the key.
             * @example Website
             */
            name: string;
            /**
             * @description What the key may do. A key that is not limited to scopes has all of them but exports:read and customers:impersonate, which must be named, also those that come later.
             * @example [
             *       "tickets:read",
             *       "tickets:write"
             *     ]
             */
            scopes: ("tickets:read" | "tickets:write" | "exports:read" | "comments:read" | "comments:write" | "drafts:write" | "fields:read" | "fields:write" | "customers:read" | "customers:write" | "forms:read" | "team_members:read" | "team_members:write" | "events:read" | "reports:read" | "attachments:read" | "attachments:write" | "webhooks:write" | "customers:impersonate" | "emails:read" | "emails:write" | "emails:manage")[];
            /** @description The team member for whom the key speaks; `null` when it has to name the author of each comment. */
            team_member: components["schemas"]["ApiKeyMember"] | null;
            /**
             * Format: date-time
             * @description When the key stops working; `null` when it does not expire.
             * @example 2027-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * @description How many requests the key may send in a minute: its own limit, or that of its workspace, or that of the installation.
             * @example 60000
             */
            requests_per_minute: number;
            /**
             * Format: date-time
             * @description When the key was last used. It is written down once a minute, so it may be a minute old, and `null` in the first minute.
             * @example 2026-11-20T08:15:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        ApiKeyResponse: {
            api_key: components["schemas"]["ApiKey"];
        };
        UploadForm: {
            /**
             * Format: binary
             * @description The file, with its name.
             */
            file: string;
            /**
             * @description The content of the ticket or comment shows the picture by `cid:` and this id.
             * @example screenshot-1
             */
            content_id?: string;
        };
        UploadResponse: {
            /**
             * @description Names the file in `attachments` of a ticket or a comment: once, within 24 hours. It is shown here only, so keep it secret.
             * @example p3Jx0h4vS6mQ8bT2yLwZ5A
             */
            signed_id: string;
            /**
             * @description The name without folders and unsafe characters.
             * @example screenshot.png
             */
            filename: string;
            /**
             * @description What the bytes say; where they say nothing, what the client says.
             * @example image/png
             */
            content_type: string;
            /**
             * @description Bytes.
             * @example 4
             */
            byte_size: number;
            /**
             * @description Base64 of the MD5.
             * @example CY9rzUYh03PK3k6DJie09g==
             */
            checksum: string;
        };
        ReserveUpload: {
            /** @example screenshot.png */
            filename: string;
            /**
             * @description Bytes. At most 50 MB, unless the installation says otherwise.
             * @example 4
             */
            byte_size: number;
            /**
             * @description Base64 of the MD5 of the bytes.
             * @example CY9rzUYh03PK3k6DJie09g==
             */
            checksum: string;
            /** @example image/png */
            content_type: string;
            /**
             * @description The content of the ticket or comment shows the picture by `cid:` and this id.
             * @example screenshot-1
             */
            content_id?: string;
        };
        ReservedUploadResponse: {
            /**
             * @description Names the file in `attachments` of a ticket or a comment: once, within 24 hours. It is shown here only, so keep it secret.
             * @example p3Jx0h4vS6mQ8bT2yLwZ5A
             */
            signed_id: string;
            /**
             * @description The name without folders and unsafe characters.
             * @example screenshot.png
             */
            filename: string;
            /**
             * @description What the bytes say; where they say nothing, what the client says.
             * @example image/png
             */
            content_type: string;
            /**
             * @description Bytes.
             * @example 4
             */
            byte_size: number;
            /**
             * @description Base64 of the MD5.
             * @example CY9rzUYh03PK3k6DJie09g==
             */
            checksum: string;
            /**
             * @description Send the bytes to this address by PUT, once and within 24 hours. The address needs no key, so keep it secret.
             * @example https://acme.desk.example/api/external/v2/attachment_uploads/9fK2mQ7xR1sT4vW6yZ8bDg
             */
            upload_url: string;
            /**
             * @description Send exactly these headers with the bytes.
             * @example {
             *       "Content-Type": "image/png",
             *       "Content-MD5": "CY9rzUYh03PK3k6DJie09g=="
             *     }
             */
            upload_headers: {
                [key: string]: string;
            };
        };
        CustomerEmail: {
            /**
             * Format: idn-email
             * @example john@customer.example
             */
            email: string;
            /**
             * @description True for exactly one address.
             * @example true
             */
            primary: boolean;
        };
        CustomerPhone: {
            /** @example +1 555 0100 */
            phone: string;
            /** @example Office */
            label: string | null;
        };
        CustomerLink: {
            /**
             * Format: uri
             * @example https://customer.example/john
             */
            url: string;
            /** @example Website */
            label: string | null;
        };
        CustomerCompany: {
            /**
             * Format: uuid
             * @example 0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c
             */
            id: string;
            /** @example Globex Corporation */
            name: string;
        };
        CustomerRecord: {
            /**
             * Format: uuid
             * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
             */
            id: string;
            /**
             * @description First and last name, or the primary address when both are missing.
             * @example John Luther
             */
            name: string;
            /**
             * Format: idn-email
             * @description The primary address.
             * @example john@customer.example
             */
            email: string;
            /** @example John */
            first_name: string | null;
            /** @example Luther */
            last_name: string | null;
            /** @description In the order given. */
            emails: components["schemas"]["CustomerEmail"][];
            /** @description In the order given. */
            phones: components["schemas"]["CustomerPhone"][];
            /** @description In the order given. */
            links: components["schemas"]["CustomerLink"][];
            /** @example en */
            language: string | null;
            /** @example Europe/Berlin */
            time_zone: string | null;
            /** @example Prefers to be called in the morning. */
            description: string | null;
            company: components["schemas"]["CustomerCompany"] | null;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
        };
        Pagination: {
            /**
             * @description Exact number on all pages.
             * @example 5
             */
            total_records: number;
            /** @example 1 */
            current_page_number: number;
            /** @example 1 */
            total_pages: number;
            /** @example 30 */
            page_size: number;
        };
        CustomerListResponse: {
            customers: components["schemas"]["CustomerRecord"][];
            pagination: components["schemas"]["Pagination"];
        };
        CustomerRecordResponse: {
            customer: components["schemas"]["CustomerRecord"];
        };
        NewCustomerEmail: {
            /**
             * Format: idn-email
             * @example john@customer.example
             */
            email: string;
            /**
             * @description May be true for one address only.
             * @example true
             */
            primary?: boolean;
        };
        NewCustomerPhone: {
            /**
             * @description One line, not blank.
             * @example +1 555 0100
             */
            phone: string;
            /**
             * @description A blank label counts as missing.
             * @example Office
             */
            label?: string;
        };
        NewCustomerLink: {
            /**
             * Format: uri
             * @description An `http` or `https` address.
             * @example https://customer.example/john
             */
            url: string;
            /**
             * @description A blank label counts as missing.
             * @example Website
             */
            label?: string;
        };
        NewCustomer: {
            /**
             * @description Addresses that no other customer of the workspace has, compared without regard to case. The first one is the primary address, unless another one is marked as primary.
             * @example [
             *       {
             *         "email": "john@customer.example",
             *         "primary": true
             *       },
             *       "john.luther@customer.example"
             *     ]
             */
            emails: (string | components["schemas"]["NewCustomerEmail"])[];
            /** @example John */
            first_name?: string;
            /** @example Luther */
            last_name?: string;
            /**
             * @example [
             *       {
             *         "phone": "+1 555 0100",
             *         "label": "Office"
             *       },
             *       "+1 555 0101"
             *     ]
             */
            phones?: (string | components["schemas"]["NewCustomerPhone"])[];
            /**
             * @example [
             *       {
             *         "url": "https://customer.example/john",
             *         "label": "Website"
             *       },
             *       "https://social.example/john"
             *     ]
             */
            links?: (string | components["schemas"]["NewCustomerLink"])[];
            /**
             * @description Preferred language.
             * @example en
             */
            language?: string;
            /**
             * @description Name of a time zone.
             * @example Europe/Berlin
             */
            time_zone?: string;
            /**
             * @description Notes about the customer.
             * @example Prefers to be called in the morning.
             */
            description?: string;
            /**
             * Format: uuid
             * @description Id of a company of the workspace.
             * @example 0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c
             */
            company_id?: string;
        };
        CreateCustomer: {
            customer: components["schemas"]["NewCustomer"];
        };
        Customer: {
            /**
             * Format: uuid
             * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
             */
            id: string;
            /**
             * @description First and last name, or the primary address when both are missing.
             * @example John Luther
             */
            name: string;
            /**
             * Format: idn-email
             * @description The primary address.
             * @example john@customer.example
             */
            email: string;
        };
        CustomerResponse: {
            customer: components["schemas"]["Customer"];
        };
        CustomerChanges: {
            /**
             * @description Replaces the whole list. At least one address must remain. The first one is the primary address, unless another one is marked.
             * @example [
             *       {
             *         "email": "john@customer.example",
             *         "primary": true
             *       },
             *       "john.luther@customer.example"
             *     ]
             */
            emails?: (string | components["schemas"]["NewCustomerEmail"])[];
            /**
             * @description `null` clears it.
             * @example John
             */
            first_name?: string | null;
            /**
             * @description `null` clears it.
             * @example Luther
             */
            last_name?: string | null;
            /**
             * @description Replaces the whole list.
             * @example [
             *       {
             *         "phone": "+1 555 0100",
             *         "label": "Office"
             *       }
             *     ]
             */
            phones?: (string | components["schemas"]["NewCustomerPhone"])[];
            /**
             * @description Replaces the whole list.
             * @example [
             *       {
             *         "url": "https://customer.example/john",
             *         "label": "Website"
             *       }
             *     ]
             */
            links?: (string | components["schemas"]["NewCustomerLink"])[];
            /**
             * @description Preferred language; `null` clears it.
             * @example en
             */
            language?: string | null;
            /**
             * @description Name of a time zone; `null` clears it.
             * @example Europe/Berlin
             */
            time_zone?: string | null;
            /**
             * @description Notes about the customer; `null` clears them.
             * @example Prefers to be called in the morning.
             */
            description?: string | null;
            /**
             * Format: uuid
             * @description Id of a company of the workspace; `null` clears it.
             */
            company_id?: string | null;
        };
        UpdateCustomer: {
            customer: components["schemas"]["CustomerChanges"];
        };
        LegacyCustomerResponse: {
            /**
             * @example customer_created_successfully
             * @enum {string}
             */
            notice_code: "customer_created_successfully";
        };
        TicketAssignee: {
            /**
             * Format: uuid
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            id: string;
            /** @example Eve Jones */
            name: string | null;
            /** @example eve@acme.example */
            email: string | null;
        };
        TicketCustomer: {
            /**
             * Format: uuid
             * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
             */
            id: string;
            /** @example John Luther */
            name: string | null;
            /** @example john@customer.example */
            email: string | null;
            /**
             * @example [
             *       "+1 555 0100"
             *     ]
             */
            phone_numbers: string[];
        };
        TicketFieldValue: {
            /** @example Country */
            field_name: string;
            /**
             * @description A string, number, boolean or array of option labels, depending on the kind of the field.
             * @example United States
             */
            field_value: string | number | boolean | string[];
        };
        TextMatch: {
            /**
             * Format: uuid
             * @description Null for the subject or the description.
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            comment_id: string | null;
            /**
             * @example reply
             * @enum {string|null}
             */
            comment_type: "reply" | "note" | null;
            /**
             * @description HTML of one line that is safe to show: found words are in `<mark>`, all else is escaped.
             * @example the <mark>invoice</mark> of July &amp; August
             */
            snippet: string;
        };
        FoundTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML. Pictures of mails are as in comments.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @example high
             * @enum {string|null}
             */
            priority: "low" | "medium" | "high" | "urgent" | null;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * @description `None` when the ticket has no category.
             * @example Billing
             */
            category: string;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-12-31T17:00:00.000Z
             */
            resolution_due_date: string | null;
            /** @example CP-1234 */
            external_id: string | null;
            /** @example concierge_plus */
            source: string | null;
            /** @example Invoices */
            sub_category_one: string | null;
            /** @example VAT */
            sub_category_two: string | null;
            /** @example Support */
            group: string | null;
            /**
             * @example [
             *       "refund",
             *       "urgent"
             *     ]
             */
            tags: string[];
            assignee: components["schemas"]["TicketAssignee"] | null;
            customer: components["schemas"]["TicketCustomer"];
            /** @description Values of active fields, in display order. */
            fields: components["schemas"]["TicketFieldValue"][];
            /** @description With `include=matches`: the first texts of the ticket that have a word of `q`. */
            matches?: components["schemas"]["TextMatch"][];
        };
        FoundTicketsResponse: {
            tickets: components["schemas"]["FoundTicket"][];
            pagination: components["schemas"]["Pagination"];
            /**
             * @description False while more waits to be indexed than a search can take in, such as a large import. More is found later.
             * @enum {boolean}
             */
            search_complete?: false;
        };
        Participant: {
            /**
             * @example cc
             * @enum {string}
             */
            role: "to" | "cc";
            /**
             * Format: idn-email
             * @example jane@customer.example
             */
            email: string;
        };
        LinkedTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
        };
        IncludedTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML. Pictures of mails are as in comments.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @example high
             * @enum {string|null}
             */
            priority: "low" | "medium" | "high" | "urgent" | null;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * @description `None` when the ticket has no category.
             * @example Billing
             */
            category: string;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-12-31T17:00:00.000Z
             */
            resolution_due_date: string | null;
            /** @example CP-1234 */
            external_id: string | null;
            /** @example concierge_plus */
            source: string | null;
            /** @example Invoices */
            sub_category_one: string | null;
            /** @example VAT */
            sub_category_two: string | null;
            /** @example Support */
            group: string | null;
            /**
             * @example [
             *       "refund",
             *       "urgent"
             *     ]
             */
            tags: string[];
            assignee: components["schemas"]["TicketAssignee"] | null;
            customer: components["schemas"]["TicketCustomer"];
            /** @description Values of active fields, in display order. */
            fields: components["schemas"]["TicketFieldValue"][];
            /**
             * Format: uri
             * @description The address of the ticket: its API address, unless the installation says otherwise.
             * @example http://acme.localhost:3000/api/external/v2/tickets/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            url?: string;
            /**
             * @description Where the ticket came from.
             * @example api
             */
            channel?: string;
            participants?: components["schemas"]["Participant"][];
            /**
             * Format: date-time
             * @description When somebody wants to look at the ticket again. Comes with `include=follow_up`.
             * @example 2026-02-04T09:00:00.000Z
             */
            follow_up_at?: string | null;
            /** @description The ticket into which this one is merged. Comes with `include=merged`. */
            merged_into?: components["schemas"]["LinkedTicket"] | null;
            /** @description The tickets that are merged into this one, by number. Comes with `include=merged`. */
            merged_from?: components["schemas"]["LinkedTicket"][];
            /** @description The newest 30 elements of the conversation, oldest first. The description counts as one of them. */
            comments?: components["schemas"]["Comment"][];
            /**
             * @description How many elements the conversation has. Comes with `comments`.
             * @example 3
             */
            comments_total?: number;
        };
        IncludedTicketResponse: {
            ticket: components["schemas"]["IncludedTicket"];
        };
        CreateTicket: {
            /**
             * @description Values by the exact name of an active field. `null` clears a value. Other fields stay.
             * @example {
             *       "Country": "United States",
             *       "Products": [
             *         "Desk",
             *         "Chat"
             *       ],
             *       "Seats": 12
             *     }
             */
            ticket_fields?: {
                [key: string]: string | number | boolean | string[] | null;
            };
            /**
             * @description A default or custom status. `closed` needs every active field that is required for closing.
             * @example open
             */
            status?: string;
            /**
             * @example high
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "urgent";
            /**
             * @description Name of a category, or `None` for no category. A change clears the sub-categories that are not named.
             * @example Billing
             */
            category?: string;
            /**
             * @description Name of a sub-category of the category; `null` clears it.
             * @example Invoices
             */
            sub_category_one?: string | null;
            /**
             * @description Name of a sub-category of `sub_category_one`; `null` clears it.
             * @example VAT
             */
            sub_category_two?: string | null;
            /**
             * @description Name of a group; `null` clears it.
             * @example Support
             */
            group?: string | null;
            /**
             * Format: uuid
             * @description Id of a group, instead of `group`; `null` clears it. Beside `group` it must mean the same.
             * @example 0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f
             */
            group_id?: string | null;
            /**
             * Format: idn-email
             * @description Address of an active team member; `null` unassigns the ticket.
             * @example eve@acme.example
             */
            assignee_email?: string | null;
            /**
             * Format: uuid
             * @description Id of an active team member, instead of `assignee_email`; `null` unassigns the ticket. Beside `assignee_email` it must mean the same.
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            agent_id?: string | null;
            /**
             * @description Replaces the tags: at most 100, each one line of at most 64 characters. Case does not count.
             * @example [
             *       "refund",
             *       "urgent"
             *     ]
             */
            tags?: string[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time with an offset; `null` clears it.
             * @example 2026-12-31T17:00:00Z
             */
            resolution_due_date?: string | null;
            /**
             * Format: date-time
             * @description When somebody wants to look at the ticket again: an ISO 8601 date-time with an offset, in the future; `null` clears it. Then the desk tells of it with the event `ticket.follow_up_due`, clears it, and opens a ticket that waits.
             * @example 2030-12-31T09:00:00Z
             */
            follow_up_at?: string | null;
            /**
             * @description Whether no mail is sent about the change, and its events say that it is silent. Without it: false.
             * @example true
             */
            skip_notifications?: boolean;
            /**
             * @description Signed ids of uploaded files, each of at most 10 MB unless the installation says otherwise. The description gets them.
             * @example [
             *       "p3Jx0h4vS6mQ8bT2yLwZ5A"
             *     ]
             */
            attachments?: string[];
            /**
             * Format: idn-email
             * @description Any address of the customer. When no customer has it, one is created.
             * @example john@customer.example
             */
            email: string;
            /**
             * @description One line, not blank.
             * @example How to resolve the pending payments
             */
            subject: string;
            /**
             * @description HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.
             * @example <p>I need your help in resolving the <b>pending payments</b>.</p>
             */
            description: string;
            /**
             * @description Name of a new customer. The name of a known one stays.
             * @example John Luther
             */
            name?: string | null;
            /**
             * @description Where the ticket came from. Without it: `api`.
             * @example shop
             */
            channel?: string;
            /**
             * @description To whom the ticket was addressed. At most 50 addresses together with `cc`.
             * @example [
             *       "help@acme.example"
             *     ]
             */
            to?: string[] | string;
            /**
             * @description Who got a copy. At most 50 addresses together with `to`.
             * @example [
             *       "jane@customer.example"
             *     ]
             */
            cc?: string[] | string;
            /**
             * @description How another system knows the ticket. Only with `source`; both together are unique.
             * @example CP-1234
             */
            external_id?: string | null;
            /**
             * @description The other system. Only with `external_id`.
             * @example concierge_plus
             */
            source?: string | null;
            /**
             * Format: date-time
             * @description When the ticket was raised in another system, never in the future. The service then sends no mail about the new ticket. With `external_id` and `source`, the fields that are required otherwise may be missing.
             * @example 2026-03-04T10:00:00Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description Not before `created_at` and never in the future. By default the same as `created_at`.
             * @example 2026-03-05T10:00:00Z
             */
            updated_at?: string;
            /**
             * Format: date-time
             * @description Not before `created_at` and never in the future. With another status than `closed`, the ticket was closed then and opened again: this needs `created_at`, and is not after `updated_at`, which is then this date by default.
             * @example 2026-03-05T10:00:00Z
             */
            closed_at?: string | null;
        };
        RaisedTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML. Pictures of mails are as in comments.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @example high
             * @enum {string|null}
             */
            priority: "low" | "medium" | "high" | "urgent" | null;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * @description `None` when the ticket has no category.
             * @example Billing
             */
            category: string;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-12-31T17:00:00.000Z
             */
            resolution_due_date: string | null;
            /** @example CP-1234 */
            external_id: string | null;
            /** @example concierge_plus */
            source: string | null;
            /** @example Invoices */
            sub_category_one: string | null;
            /** @example VAT */
            sub_category_two: string | null;
            /** @example Support */
            group: string | null;
            /**
             * @example [
             *       "refund",
             *       "urgent"
             *     ]
             */
            tags: string[];
            assignee: components["schemas"]["TicketAssignee"] | null;
            customer: components["schemas"]["TicketCustomer"];
            /** @description Values of active fields, in display order. */
            fields: components["schemas"]["TicketFieldValue"][];
            /**
             * Format: uri
             * @description The address of the ticket: its API address, unless the installation says otherwise.
             * @example http://acme.localhost:3000/api/external/v2/tickets/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            url: string;
        };
        RaisedTicketResponse: {
            ticket: components["schemas"]["RaisedTicket"];
        };
        UpdateTicket: {
            /**
             * Format: idn-email
             * @description Any address of the customer. When no customer has it, one is created.
             * @example john@customer.example
             */
            email?: string;
            /**
             * @description One line, not blank.
             * @example How to resolve the pending payments
             */
            subject?: string;
            /**
             * @description HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.
             * @example <p>I need your help in resolving the <b>pending payments</b>.</p>
             */
            description?: string;
            /**
             * @description Values by the exact name of an active field. `null` clears a value. Other fields stay.
             * @example {
             *       "Country": "United States",
             *       "Products": [
             *         "Desk",
             *         "Chat"
             *       ],
             *       "Seats": 12
             *     }
             */
            ticket_fields?: {
                [key: string]: string | number | boolean | string[] | null;
            };
            /**
             * @description A default or custom status. `closed` needs every active field that is required for closing.
             * @example open
             */
            status?: string;
            /**
             * @example high
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "urgent";
            /**
             * @description Name of a category, or `None` for no category. A change clears the sub-categories that are not named.
             * @example Billing
             */
            category?: string;
            /**
             * @description Name of a sub-category of the category; `null` clears it.
             * @example Invoices
             */
            sub_category_one?: string | null;
            /**
             * @description Name of a sub-category of `sub_category_one`; `null` clears it.
             * @example VAT
             */
            sub_category_two?: string | null;
            /**
             * @description Name of a group; `null` clears it.
             * @example Support
             */
            group?: string | null;
            /**
             * Format: uuid
             * @description Id of a group, instead of `group`; `null` clears it. Beside `group` it must mean the same.
             * @example 0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f
             */
            group_id?: string | null;
            /**
             * Format: idn-email
             * @description Address of an active team member; `null` unassigns the ticket.
             * @example eve@acme.example
             */
            assignee_email?: string | null;
            /**
             * Format: uuid
             * @description Id of an active team member, instead of `assignee_email`; `null` unassigns the ticket. Beside `assignee_email` it must mean the same.
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            agent_id?: string | null;
            /**
             * @description Replaces the tags: at most 100, each one line of at most 64 characters. Case does not count.
             * @example [
             *       "refund",
             *       "urgent"
             *     ]
             */
            tags?: string[];
            /**
             * @description Adds tags to those of the ticket, in an update. Not together with `tags`.
             * @example [
             *       "vip"
             *     ]
             */
            add_tags?: string[];
            /**
             * @description Removes tags of the ticket, in an update; those that it does not have count as removed. Not together with `tags`.
             * @example [
             *       "urgent"
             *     ]
             */
            remove_tags?: string[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time with an offset; `null` clears it.
             * @example 2026-12-31T17:00:00Z
             */
            resolution_due_date?: string | null;
            /**
             * Format: date-time
             * @description When somebody wants to look at the ticket again: an ISO 8601 date-time with an offset, in the future; `null` clears it. Then the desk tells of it with the event `ticket.follow_up_due`, clears it, and opens a ticket that waits.
             * @example 2030-12-31T09:00:00Z
             */
            follow_up_at?: string | null;
            /**
             * @description Whether no mail is sent about the change, and its events say that it is silent. Without it: false.
             * @example true
             */
            skip_notifications?: boolean;
            /**
             * @description Signed ids of uploaded files, each of at most 10 MB unless the installation says otherwise. The description gets them.
             * @example [
             *       "p3Jx0h4vS6mQ8bT2yLwZ5A"
             *     ]
             */
            attachments?: string[];
        };
        Ticket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML. Pictures of mails are as in comments.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @example high
             * @enum {string|null}
             */
            priority: "low" | "medium" | "high" | "urgent" | null;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * @description `None` when the ticket has no category.
             * @example Billing
             */
            category: string;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-12-31T17:00:00.000Z
             */
            resolution_due_date: string | null;
            /** @example CP-1234 */
            external_id: string | null;
            /** @example concierge_plus */
            source: string | null;
            /** @example Invoices */
            sub_category_one: string | null;
            /** @example VAT */
            sub_category_two: string | null;
            /** @example Support */
            group: string | null;
            /**
             * @example [
             *       "refund",
             *       "urgent"
             *     ]
             */
            tags: string[];
            assignee: components["schemas"]["TicketAssignee"] | null;
            customer: components["schemas"]["TicketCustomer"];
            /** @description Values of active fields, in display order. */
            fields: components["schemas"]["TicketFieldValue"][];
        };
        TicketResponse: {
            ticket: components["schemas"]["Ticket"];
        };
        TicketListResponse: {
            tickets: components["schemas"]["Ticket"][];
            pagination: components["schemas"]["Pagination"];
        };
        LegacyCreateTicket: {
            /**
             * @description Values by the exact name of an active field. `null` clears a value. Other fields stay.
             * @example {
             *       "Country": "United States",
             *       "Products": [
             *         "Desk",
             *         "Chat"
             *       ],
             *       "Seats": 12
             *     }
             */
            ticket_fields?: {
                [key: string]: string | number | boolean | string[] | null;
            };
            /**
             * Format: idn-email
             * @description Any address of the customer. When no customer has it, one is created.
             * @example john@customer.example
             */
            email: string;
            /**
             * @description One line, not blank.
             * @example How to resolve the pending payments
             */
            subject: string;
            /**
             * @description HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.
             * @example <p>I need your help in resolving the <b>pending payments</b>.</p>
             */
            description: string;
            /**
             * @description Name of a new customer. The name of a known one stays.
             * @example John Luther
             */
            name?: string | null;
        };
        LegacyRaisedTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML. Pictures of mails are as in comments.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uri
             * @description The address of the ticket: its API address, unless the installation says otherwise.
             * @example http://acme.localhost:3000/api/external/v2/tickets/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            url: string;
        };
        LegacyRaisedTicketResponse: {
            /**
             * @example ticket_created_successfully
             * @enum {string}
             */
            notice_code: "ticket_created_successfully";
            ticket: components["schemas"]["LegacyRaisedTicket"];
        };
        LegacyUpdateTicket: {
            /**
             * Format: idn-email
             * @description Any address of the customer. When no customer has it, one is created.
             * @example john@customer.example
             */
            email?: string;
            /**
             * @description One line, not blank.
             * @example How to resolve the pending payments
             */
            subject?: string;
            /**
             * @description HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.
             * @example <p>I need your help in resolving the <b>pending payments</b>.</p>
             */
            description?: string;
            /**
             * @description Values by the exact name of an active field. `null` clears a value. Other fields stay.
             * @example {
             *       "Country": "United States",
             *       "Products": [
             *         "Desk",
             *         "Chat"
             *       ],
             *       "Seats": 12
             *     }
             */
            ticket_fields?: {
                [key: string]: string | number | boolean | string[] | null;
            };
            /**
             * @description A default or custom status. `closed` needs every active field that is required for closing.
             * @example open
             */
            status?: string;
            /**
             * @example high
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "urgent";
            /**
             * @description Name of a category, or `None` for no category. A change clears the sub-categories that are not named.
             * @example Billing
             */
            category?: string;
        };
        LegacyTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML. Pictures of mails are as in comments.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @example high
             * @enum {string|null}
             */
            priority: "low" | "medium" | "high" | "urgent" | null;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * @description `None` when the ticket has no category.
             * @example Billing
             */
            category: string;
        };
        LegacyTicketResponse: {
            ticket: components["schemas"]["LegacyTicket"];
        };
        UpdateOperation: {
            /**
             * @example update
             * @enum {string}
             */
            op: "update";
            /**
             * @description Id or number of the ticket.
             * @example 1
             */
            ticket: string | number;
            /**
             * @description What `If-Match` says in a request of its own: an entity tag in its quotes, several, or `*`.
             * @example *
             */
            if_match?: string;
            body: components["schemas"]["UpdateTicket"];
        };
        CreateOperation: {
            /**
             * @example create
             * @enum {string}
             */
            op: "create";
            body: components["schemas"]["CreateTicket"];
        };
        BatchTickets: {
            /** @description Updates and new tickets, which are done in this order. */
            operations: (components["schemas"]["UpdateOperation"] | components["schemas"]["CreateOperation"])[];
            /**
             * @description Whether all operations are done or none. Without it: false, each for itself.
             * @example false
             */
            atomic?: boolean;
        };
        BatchResult: {
            /**
             * @description The status that a request of its own would have got.
             * @example 200
             */
            status: number;
            /** @description Only of an operation that was done. */
            ticket?: components["schemas"]["Ticket"] | components["schemas"]["RaisedTicket"];
            /**
             * @description One sentence for a person.
             * @example There is no such ticket.
             */
            error?: string;
            /**
             * @description A stable word for programs.
             * @example ticket_not_found
             */
            code?: string;
            /** @description The problems of its `body`. */
            field_errors?: components["schemas"]["FieldError"][];
        };
        BatchResponse: {
            /** @description One for each operation, in the same order. */
            results: components["schemas"]["BatchResult"][];
            /**
             * @description How many operations were done.
             * @example 2
             */
            succeeded: number;
            /**
             * @description How many were refused.
             * @example 0
             */
            failed: number;
        };
        MergeTicket: {
            /**
             * @description Id or number of the ticket that goes on. One that is merged itself stands for its own target.
             * @example 1
             */
            into: string | number;
        };
        Tag: {
            /**
             * @description In the spelling that most of its tickets have.
             * @example vip
             */
            name: string;
            /**
             * @description Exact: as many tickets as the list of tickets shows with this `tag`.
             * @example 3
             */
            ticket_count: number;
        };
        TagListResponse: {
            tags: components["schemas"]["Tag"][];
            pagination: components["schemas"]["Pagination"];
        };
        FieldOption: {
            /**
             * Format: uuid
             * @example 0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d
             */
            id: string;
            /** @example India */
            label: string;
            /** @example 0 */
            display_order: number;
        };
        Field: {
            /**
             * Format: uuid
             * @example 0190c7a4-af88-7164-83d5-6f7a8b9c0d1e
             */
            id: string;
            /**
             * @description Unique in the workspace without regard to case.
             * @example Country
             */
            name: string;
            /**
             * @example single_option
             * @enum {string}
             */
            kind: "text" | "textarea" | "integer" | "decimal" | "date" | "checkbox" | "single_option" | "multi_option";
            /**
             * @description Inactive fields are hidden from agents and customers.
             * @example active
             * @enum {string}
             */
            state: "active" | "inactive";
            /**
             * @example ticket
             * @enum {string}
             */
            resource_type: "ticket";
            /**
             * @description Customers must fill the field when submitting a ticket.
             * @example false
             */
            is_required: boolean;
            /**
             * @description Agents must fill the field when creating a ticket.
             * @example false
             */
            is_required_for_agent_when_submitting_form: boolean;
            /**
             * @description Agents must fill the field before closing a ticket.
             * @example true
             */
            is_required_for_agent_when_closing_ticket: boolean;
            /** @example 0 */
            display_order: number;
            /**
             * @description The name of the field in placeholders: `{{ticket.custom_fields.<placeholder_slug>}}`.
             * @example country
             */
            placeholder_slug: string | null;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
            /** @description The options that can be set, in display order. Only `single_option` and `multi_option` fields have them. */
            options?: components["schemas"]["FieldOption"][];
        };
        FieldPagination: {
            /**
             * @description Exact number on all pages.
             * @example 5
             */
            total_records: number;
            /**
             * @description Absent without paging.
             * @example 1
             */
            current_page_number?: number;
            /**
             * @description Absent without paging.
             * @example 1
             */
            total_pages?: number;
            /**
             * @description Fields per page. Without paging, the number of returned fields.
             * @example 30
             */
            page_size: number;
        };
        FieldListResponse: {
            fields: components["schemas"]["Field"][];
            pagination: components["schemas"]["FieldPagination"];
        };
        FieldResponse: {
            field: components["schemas"]["Field"];
        };
        NewOption: {
            /**
             * @description One line, not blank.
             * @example Germany
             */
            label: string;
        };
        NewField: {
            /**
             * @example active
             * @enum {string}
             */
            state?: "active" | "inactive";
            /**
             * @description Customers must fill it when submitting a ticket.
             * @example false
             */
            is_required?: boolean;
            /**
             * @description Agents must fill it when creating a ticket.
             * @example false
             */
            is_required_for_agent_when_submitting_form?: boolean;
            /**
             * @description Agents must fill it before closing a ticket.
             * @example true
             */
            is_required_for_agent_when_closing_ticket?: boolean;
            /**
             * @description Position in the list. Fields with the same position are listed in order of creation.
             * @example 3
             */
            display_order?: number;
            /**
             * @description Unique in the workspace. Changing it breaks placeholders that use the old one.
             * @example country
             */
            placeholder_slug?: string;
            /**
             * @description One line, not blank. Unique in the workspace without regard to case.
             * @example Country
             */
            name: string;
            /**
             * @description Cannot be changed later.
             * @example single_option
             * @enum {string}
             */
            kind: "text" | "textarea" | "integer" | "decimal" | "date" | "checkbox" | "single_option" | "multi_option";
            /**
             * @description The options, as labels or as objects with a label. A `single_option` or `multi_option` field needs at least one; other kinds have none.
             * @example [
             *       "India",
             *       {
             *         "label": "Germany"
             *       }
             *     ]
             */
            data?: (string | components["schemas"]["NewOption"])[];
        };
        CreateField: {
            field: components["schemas"]["NewField"];
        };
        ChangedOption: {
            /**
             * @description One line, not blank.
             * @example Germany
             */
            label: string;
            /**
             * Format: uuid
             * @description Id of the option to rename. Without an id, a new option is added at the end.
             * @example 0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d
             */
            id?: string;
        };
        FieldChanges: {
            /**
             * @example active
             * @enum {string}
             */
            state?: "active" | "inactive";
            /**
             * @description Customers must fill it when submitting a ticket.
             * @example false
             */
            is_required?: boolean;
            /**
             * @description Agents must fill it when creating a ticket.
             * @example false
             */
            is_required_for_agent_when_submitting_form?: boolean;
            /**
             * @description Agents must fill it before closing a ticket.
             * @example true
             */
            is_required_for_agent_when_closing_ticket?: boolean;
            /**
             * @description Position in the list. Fields with the same position are listed in order of creation.
             * @example 3
             */
            display_order?: number;
            /**
             * @description Unique in the workspace. Changing it breaks placeholders that use the old one.
             * @example country
             */
            placeholder_slug?: string;
            /**
             * @description One line, not blank. Unique in the workspace without regard to case.
             * @example Country
             */
            name?: string;
            /** @description Options to add or rename; the others stay. Only `single_option` and `multi_option` have them. */
            data?: components["schemas"]["ChangedOption"][];
            /**
             * @description Options to remove. Tickets that have one still show it. At least one option must remain.
             * @example [
             *       "0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d"
             *     ]
             */
            remove_option_ids?: string[];
        };
        UpdateField: {
            field: components["schemas"]["FieldChanges"];
        };
        NamesPagination: {
            /**
             * @description Exact number on all pages.
             * @example 2
             */
            total_records: number;
            /**
             * @description Absent without paging.
             * @example 1
             */
            current_page_number?: number;
            /**
             * @description Absent without paging.
             * @example 1
             */
            total_pages?: number;
            /**
             * @description Items per page. Without paging, the number of returned items.
             * @example 2
             */
            page_size: number;
        };
        Status: {
            /**
             * Format: uuid
             * @example 0190c7a4-1a11-7111-8111-1a2b3c4d5e6f
             */
            id: string;
            /** @example waiting_on_customer */
            name: string;
            /**
             * @description Whether every workspace has it.
             * @example true
             */
            is_default: boolean;
        };
        StatusListResponse: {
            pagination: components["schemas"]["NamesPagination"];
            statuses: components["schemas"]["Status"][];
        };
        SubCategoryTwo: {
            /**
             * Format: uuid
             * @example 0190c7a4-2c33-7333-8333-3a2b3c4d5e6f
             */
            id: string;
            /** @example VAT */
            name: string;
        };
        SubCategoryOne: {
            /**
             * Format: uuid
             * @example 0190c7a4-2b22-7222-8222-2a2b3c4d5e6f
             */
            id: string;
            /** @example Invoices */
            name: string;
            sub_categories: components["schemas"]["SubCategoryTwo"][];
        };
        Category: {
            /**
             * Format: uuid
             * @example 0190c7a4-2a11-7111-8111-1a2b3c4d5e6f
             */
            id: string;
            /** @example Billing */
            name: string;
            sub_categories: components["schemas"]["SubCategoryOne"][];
        };
        CategoryListResponse: {
            pagination: components["schemas"]["NamesPagination"];
            categories: components["schemas"]["Category"][];
        };
        Group: {
            /**
             * Format: uuid
             * @example 0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f
             */
            id: string;
            /** @example Support */
            name: string;
        };
        GroupListResponse: {
            pagination: components["schemas"]["NamesPagination"];
            groups: components["schemas"]["Group"][];
        };
        Company: {
            /**
             * Format: uuid
             * @example 0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c
             */
            id: string;
            /** @example Globex Corporation */
            name: string;
        };
        CompanyListResponse: {
            pagination: components["schemas"]["NamesPagination"];
            companies: components["schemas"]["Company"][];
        };
        Author: {
            /**
             * Format: uuid
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            id: string;
            /** @example Eve Jones */
            name: string;
            /**
             * Format: idn-email
             * @example eve@acme.example
             */
            email: string;
        };
        Attachment: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example screenshot.png */
            filename: string;
            /** @example image/png */
            content_type: string;
            /**
             * @description Bytes.
             * @example 4
             */
            byte_size: number;
            /**
             * @description Base64 of the MD5.
             * @example CY9rzUYh03PK3k6DJie09g==
             */
            checksum: string;
            /**
             * @description The bytes. It stays the same, and needs a key with the scope `attachments:read`.
             * @example https://acme.desk.example/api/external/v2/attachments/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            url: string;
            /**
             * @description Whether the content shows it by `cid:`.
             * @example false
             */
            inline: boolean;
        };
        IncludedComment: {
            author: components["schemas"]["Author"];
            /**
             * @description Cleaned HTML. In a mail, the addresses of pictures on other hosts move from `src` to `data-src`: its sender does not learn who reads it. `remote_images: keep` in the manifest leaves them in `src`.
             * @example <p>We have sent invoice 78 again.</p>
             */
            content: string;
            attachments: components["schemas"]["Attachment"][];
            /**
             * Format: uuid
             * @description Of the description: the id of the ticket.
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * @description A `reply` is for the eyes of the customer, a `note` never.
             * @example reply
             * @enum {string}
             */
            comment_type: "description" | "reply" | "note";
            /**
             * @example agent
             * @enum {string}
             */
            author_type: "agent" | "customer";
            /** @description What the client that added it calls it. */
            message_id: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Of the description: of the ticket.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Whether the mail server of the desk found that the domain of the sender has sent the mail that became this comment. Null for all other comments, and when the operator trusts no server. Comes with `include=sender_authenticated`.
             * @example true
             */
            sender_authenticated?: boolean | null;
        };
        CommentListResponse: {
            comments: components["schemas"]["IncludedComment"][];
            pagination: components["schemas"]["Pagination"];
        };
        IncludedCommentResponse: {
            comment: components["schemas"]["IncludedComment"];
        };
        CreateComment: {
            /**
             * Format: idn-email
             * @description Whose comment it is. A key that speaks for a team member may leave it out, and names nobody but that member and customers. Every other key may leave it out when the workspace has a `default_author`, who then is the author.
             * @example eve@acme.example
             */
            author_email?: string;
            /**
             * @description Without it, the address of an active team member is an agent, and that of the customer or of a participant of the ticket is a customer. With `customer`, the service makes a customer for an unknown address.
             * @example agent
             * @enum {string}
             */
            author_type?: "agent" | "customer";
            /**
             * @description Without it: `reply`, which is for the eyes of the customer; a `note` never is. A note of a customer is about what the customer said elsewhere, such as in a call.
             * @example reply
             * @enum {string}
             */
            comment_type?: "reply" | "note";
            /**
             * @description HTML of at most 256 KiB that shows something. The service cleans it as it cleans descriptions.
             * @example <p>We have sent <b>invoice 78</b> again.</p>
             */
            content: string;
            /**
             * @description Signed ids of uploaded files.
             * @example []
             */
            attachments?: string[];
            /**
             * @description Active team members whom a note names.
             * @example [
             *       {
             *         "email": "kim@acme.example"
             *       }
             *     ]
             */
            mentions?: {
                /** Format: idn-email */
                email: string;
            }[];
            /**
             * Format: date-time
             * @description The moment at which another system got the comment; not in the future. A comment with this moment opens no ticket and sends no mail.
             * @example 2026-03-04T10:00:00Z
             */
            created_at?: string;
            /**
             * @description What the client calls it. Sent again with the same content, the answer is 200 with the first comment; with other content it is 422.
             * @example <78.1@mail.example>
             */
            message_id?: string;
            /** @description `true` notifies no person: the service sends no mail, and the event says `silent`. */
            skip_notifications?: boolean;
        };
        Comment: {
            author: components["schemas"]["Author"];
            /**
             * @description Cleaned HTML. In a mail, the addresses of pictures on other hosts move from `src` to `data-src`: its sender does not learn who reads it. `remote_images: keep` in the manifest leaves them in `src`.
             * @example <p>We have sent invoice 78 again.</p>
             */
            content: string;
            attachments: components["schemas"]["Attachment"][];
            /**
             * Format: uuid
             * @description Of the description: the id of the ticket.
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * @description A `reply` is for the eyes of the customer, a `note` never.
             * @example reply
             * @enum {string}
             */
            comment_type: "description" | "reply" | "note";
            /**
             * @example agent
             * @enum {string}
             */
            author_type: "agent" | "customer";
            /** @description What the client that added it calls it. */
            message_id: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Of the description: of the ticket.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        CommentResponse: {
            comment: components["schemas"]["Comment"];
        };
        LegacyCreateComment: {
            /**
             * Format: idn-email
             * @description Whose comment it is. A key that speaks for a team member may leave it out, and names nobody but that member and customers. Every other key may leave it out when the workspace has a `default_author`, who then is the author.
             * @example eve@acme.example
             */
            author_email?: string;
            /**
             * @description Without it: `reply`, which is for the eyes of the customer; a `note` never is. A note of a customer is about what the customer said elsewhere, such as in a call.
             * @example reply
             * @enum {string}
             */
            comment_type?: "reply" | "note";
            /**
             * @description HTML of at most 256 KiB that shows something. The service cleans it as it cleans descriptions.
             * @example <p>We have sent <b>invoice 78</b> again.</p>
             */
            content: string;
            /**
             * @description Number or id of the ticket.
             * @example 1
             */
            ticket_number: string | number;
        };
        LegacyCommentResponse: {
            /**
             * @example comment_created_successfully
             * @enum {string}
             */
            notice_code: "comment_created_successfully";
        };
        Draft: {
            author: components["schemas"]["Author"];
            /**
             * @description Cleaned HTML. In a mail, the addresses of pictures on other hosts move from `src` to `data-src`: its sender does not learn who reads it. `remote_images: keep` in the manifest leaves them in `src`.
             * @example <p>We have sent invoice 78 again.</p>
             */
            content: string;
            attachments: components["schemas"]["Attachment"][];
            /**
             * @example reply
             * @enum {string}
             */
            comment_type: "reply" | "note";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        DraftResponse: {
            draft: components["schemas"]["Draft"];
        };
        SaveDraft: {
            /**
             * Format: idn-email
             * @description Whose comment it is. A key that speaks for a team member may leave it out, and names nobody but that member and customers. Every other key may leave it out when the workspace has a `default_author`, who then is the author.
             * @example eve@acme.example
             */
            author_email?: string;
            /**
             * @description Without it, the address of an active team member is an agent, and that of the customer or of a participant of the ticket is a customer. With `customer`, the service makes a customer for an unknown address.
             * @example agent
             * @enum {string}
             */
            author_type?: "agent" | "customer";
            /**
             * @description Without it: `reply`, which is for the eyes of the customer; a `note` never is. A note of a customer is about what the customer said elsewhere, such as in a call.
             * @example reply
             * @enum {string}
             */
            comment_type?: "reply" | "note";
            /**
             * @description HTML of at most 256 KiB that shows something. The service cleans it as it cleans descriptions.
             * @example <p>We have sent <b>invoice 78</b> again.</p>
             */
            content: string;
            /**
             * @description Signed ids of uploaded files.
             * @example []
             */
            attachments?: string[];
            /**
             * @description Active team members whom a note names.
             * @example [
             *       {
             *         "email": "kim@acme.example"
             *       }
             *     ]
             */
            mentions?: {
                /** Format: idn-email */
                email: string;
            }[];
        };
        SendDraft: {
            /** @description `true` notifies no person: the service sends no mail, and the event says `silent`. */
            skip_notifications?: boolean;
        };
        Form: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @example Contact us */
            title: string;
            /** @example contact-us */
            slug: string;
            /**
             * Format: uri
             * @description The address of its page, where customers fill it in.
             * @example http://localhost:3000/forms/contact-us
             */
            url: string;
        };
        KnowledgeBase: {
            /** @example Acme Help Center */
            knowledge_base_name: string;
        };
        FormListResponse: {
            forms: components["schemas"]["Form"][];
            kb_details: components["schemas"]["KnowledgeBase"];
        };
        TeamMember: {
            /**
             * Format: uuid
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            id: string;
            /**
             * Format: idn-email
             * @example eve@acme.example
             */
            email: string;
            /** @example Eve */
            first_name: string | null;
            /** @example Jones */
            last_name: string | null;
            /**
             * @description Whether the member is active. A removed member is not.
             * @example true
             */
            active: boolean;
            /** @example Europe/Berlin */
            time_zone: string | null;
            /**
             * @example agent
             * @enum {string}
             */
            organization_role: "admin" | "agent" | "standard";
            /**
             * @description Always null.
             * @example null
             */
            profile_image_url: string | null;
            /**
             * @description Names of the groups, sorted.
             * @example [
             *       "Support"
             *     ]
             */
            groups: string[];
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
        };
        TeamMemberListResponse: {
            team_members: components["schemas"]["TeamMember"][];
            pagination: components["schemas"]["Pagination"];
        };
        TeamMemberResponse: {
            team_member: components["schemas"]["TeamMember"];
        };
        CreateTeamMembers: {
            /** @example Sam */
            first_name?: string;
            /** @example Smith */
            last_name?: string;
            /**
             * @description In any case. A new member without one is an `agent`.
             * @example agent
             * @enum {string}
             */
            organization_role?: "admin" | "agent" | "standard";
            /**
             * @description Names of groups. The member leaves all others.
             * @example [
             *       "Support"
             *     ]
             */
            groups?: string[];
            /**
             * @description Addresses that no active member has, compared without regard to case. Names can only be given for a single address.
             * @example [
             *       "sam@acme.example"
             *     ]
             */
            emails: string[];
            /**
             * Format: idn-email
             * @description Address of the active member who asks for them. The audit trail keeps it.
             * @example eve@acme.example
             */
            invited_by?: string;
            /**
             * @description By default false. With `true` each address is told by mail that it belongs to the team, as far as the workspace sends mail; `invitation_email_sent` says to whom.
             * @example false
             */
            send_invitation_email?: boolean | ("true" | "false");
        };
        NewTeamMembersResponse: {
            team_members: components["schemas"]["TeamMember"][];
            /**
             * @description Whether an invitation was mailed to each, in the same order; only with `send_invitation_email`. None is mailed without mail of the workspace, to an address that was invited within 24 hours, or when the workspace has sent 100 within 24 hours.
             * @example [
             *       true
             *     ]
             */
            invitation_email_sent?: boolean[];
        };
        UpdateTeamMember: {
            /** @example Sam */
            first_name?: string;
            /** @example Smith */
            last_name?: string;
            /**
             * @description In any case. A new member without one is an `agent`.
             * @example agent
             * @enum {string}
             */
            organization_role?: "admin" | "agent" | "standard";
            /**
             * @description Names of groups. The member leaves all others.
             * @example [
             *       "Support"
             *     ]
             */
            groups?: string[];
            /**
             * Format: idn-email
             * @description An address that no other present or removed member has.
             * @example eve@acme.example
             */
            email?: string;
            /**
             * @description Name of a time zone. `null` clears it.
             * @example Europe/Berlin
             */
            time_zone?: string | null;
        };
        RemoveTeamMembers: {
            /**
             * @description Addresses of present or removed team members, compared without regard to case.
             * @example [
             *       "kim@acme.example"
             *     ]
             */
            emails: string[];
        };
        RemovedTeamMembersResponse: {
            /**
             * @description How many were removed.
             * @example 1 team member was removed.
             */
            message: string;
        };
        EventListResponse: {
            events: (components["schemas"]["CommentEvent"] | components["schemas"]["CustomerEvent"] | components["schemas"]["EmailEvent"] | components["schemas"]["FieldEvent"] | components["schemas"]["FormEvent"] | components["schemas"]["FormSubmittedEvent"] | components["schemas"]["TeamMemberEvent"] | components["schemas"]["TicketEvent"] | components["schemas"]["TicketMomentEvent"] | components["schemas"]["TicketsImportedEvent"] | components["schemas"]["WebhookEvent"])[];
            /**
             * @description The `after` of the next request. No new event ever comes at or below it.
             * @example 17
             */
            next_after: number;
            /**
             * @description Whether there is more now.
             * @example false
             */
            has_more: boolean;
        };
        WebhookFilter: {
            /**
             * @description Names of statuses.
             * @example [
             *       "new",
             *       "open"
             *     ]
             */
            status?: string[];
            /**
             * @description Names of groups.
             * @example [
             *       "Support"
             *     ]
             */
            group?: string[];
            /**
             * @description Tags, without regard to case; the ticket has one of them.
             * @example [
             *       "vip"
             *     ]
             */
            tag?: string[];
            /**
             * @description Priorities.
             * @example [
             *       "high",
             *       "urgent"
             *     ]
             */
            priority?: ("low" | "medium" | "high" | "urgent")[];
            /**
             * @description Names of categories of the first level, or `None`.
             * @example [
             *       "Billing"
             *     ]
             */
            category?: string[];
            /**
             * @description Ids of companies; the customer of the ticket belonged to one of them.
             * @example [
             *       "0190c7a4-9e22-7040-8d31-6c7b8d9e0f1a"
             *     ]
             */
            company_id?: string[];
            /**
             * @description How the ticket came in.
             * @example [
             *       "api"
             *     ]
             */
            channel?: string[];
            /**
             * @description Ids of team members; the event is about a note that mentions one of them.
             * @example [
             *       "0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a"
             *     ]
             */
            mentions?: string[];
        };
        WebhookSecret: {
            /**
             * Format: uuid
             * @example 0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description It signs until then. Null for the newest one.
             * @example null
             */
            expires_at: string | null;
        };
        Webhook: {
            /**
             * Format: uuid
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * Format: uri
             * @example https://receiver.example/desk
             */
            url: string;
            types: ("comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled")[];
            /**
             * @description Whether it is told of notes, which customers must not see.
             * @example false
             */
            include_notes: boolean;
            /**
             * @description Whether it is told of silent events, such as imports.
             * @example false
             */
            include_silent: boolean;
            /**
             * @example active
             * @enum {string}
             */
            state: "active" | "disabled";
            /**
             * @description Which events it is told of, by their tickets. Null for all.
             * @example null
             */
            filter: components["schemas"]["WebhookFilter"] | null;
            /**
             * @description Why the service switched it off: the endpoint answered 410, or failed for five days. Null otherwise.
             * @example null
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /** @description The secrets that sign now, newest first. */
            secrets: components["schemas"]["WebhookSecret"][];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        WebhookListResponse: {
            webhooks: components["schemas"]["Webhook"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookResponse: {
            webhook: components["schemas"]["Webhook"];
        };
        CreateWebhook: {
            /**
             * @description Only events whose ticket is in all of these lists, as the event left it. An event without a ticket passes only without a filter. `mentions` needs `include_notes`. Null clears it.
             * @example {
             *       "group": [
             *         "Support"
             *       ],
             *       "priority": [
             *         "high",
             *         "urgent"
             *       ]
             *     }
             */
            filter?: components["schemas"]["WebhookFilter"] | null;
            /**
             * @description Whether it is told of notes, which customers must not see. By default not.
             * @example false
             */
            include_notes?: boolean;
            /**
             * @description Whether it is told of silent events, such as imports. By default not.
             * @example false
             */
            include_silent?: boolean;
            /**
             * @description `disabled` switches it off: what waits stays, and nothing new is added.
             * @example active
             * @enum {string}
             */
            state?: "active" | "disabled";
            /**
             * Format: uri
             * @description An https:// address without user and password. What its name leads to must be public; that is checked at each connection.
             * @example https://receiver.example/desk
             */
            url: string;
            /**
             * @description The types of events that it is told of.
             * @example [
             *       "ticket.created",
             *       "ticket.updated"
             *     ]
             */
            types: ("comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled")[];
        };
        NewWebhook: {
            /**
             * Format: uuid
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * Format: uri
             * @example https://receiver.example/desk
             */
            url: string;
            types: ("comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled")[];
            /**
             * @description Whether it is told of notes, which customers must not see.
             * @example false
             */
            include_notes: boolean;
            /**
             * @description Whether it is told of silent events, such as imports.
             * @example false
             */
            include_silent: boolean;
            /**
             * @example active
             * @enum {string}
             */
            state: "active" | "disabled";
            /**
             * @description Which events it is told of, by their tickets. Null for all.
             * @example null
             */
            filter: components["schemas"]["WebhookFilter"] | null;
            /**
             * @description Why the service switched it off: the endpoint answered 410, or failed for five days. Null otherwise.
             * @example null
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /** @description The secrets that sign now, newest first. */
            secrets: components["schemas"]["WebhookSecret"][];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description The secret in the form of Standard Webhooks. It is shown only once.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
             */
            secret: string;
        };
        NewWebhookResponse: {
            webhook: components["schemas"]["NewWebhook"];
        };
        UpdateWebhook: {
            /**
             * @description Only events whose ticket is in all of these lists, as the event left it. An event without a ticket passes only without a filter. `mentions` needs `include_notes`. Null clears it.
             * @example {
             *       "group": [
             *         "Support"
             *       ],
             *       "priority": [
             *         "high",
             *         "urgent"
             *       ]
             *     }
             */
            filter?: components["schemas"]["WebhookFilter"] | null;
            /**
             * @description Whether it is told of notes, which customers must not see. By default not.
             * @example false
             */
            include_notes?: boolean;
            /**
             * @description Whether it is told of silent events, such as imports. By default not.
             * @example false
             */
            include_silent?: boolean;
            /**
             * @description `disabled` switches it off: what waits stays, and nothing new is added.
             * @example active
             * @enum {string}
             */
            state?: "active" | "disabled";
            /**
             * Format: uri
             * @description An https:// address without user and password. What its name leads to must be public; that is checked at each connection.
             * @example https://receiver.example/desk
             */
            url?: string;
            /**
             * @description The types of events that it is told of.
             * @example [
             *       "ticket.created",
             *       "ticket.updated"
             *     ]
             */
            types?: ("comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled")[];
        };
        NewWebhookSecret: {
            /**
             * Format: uuid
             * @example 0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description It signs until then. Null for the newest one.
             * @example null
             */
            expires_at: string | null;
            /**
             * @description The secret in the form of Standard Webhooks. It is shown only once.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
             */
            secret: string;
        };
        NewWebhookSecretResponse: {
            secret: components["schemas"]["NewWebhookSecret"];
        };
        Try: {
            /** @example 1 */
            number: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.050Z
             */
            at: string;
            /**
             * @description The status of the answer. Null when there was none.
             * @example 200
             */
            status: number | null;
            /**
             * @description Why there was no whole answer. Null when there was one.
             * @example null
             */
            error: string | null;
            /** @example 70 */
            milliseconds: number;
            /**
             * @description The first KiB of the answer.
             * @example ok
             */
            answer: string | null;
        };
        DeliveryWithTries: {
            /**
             * Format: uuid
             * @description The id of the event: the header `webhook-id` of each try.
             * @example 0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c
             */
            id: string;
            /**
             * @example ticket.created
             * @enum {string}
             */
            type: "comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled" | "webhook.test";
            /**
             * @description The position of the event in the feed. Null for a test, which is no event.
             * @example 17
             */
            position: number | null;
            /**
             * @description `failed`: nothing is tried any more.
             * @example delivered
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * @description How many tries there were.
             * @example 1
             */
            tries_count: number;
            /**
             * Format: date-time
             * @description When the next try is due. Null when there is none.
             * @example null
             */
            next_try_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.120Z
             */
            finished_at: string | null;
            /** @description The latest 30 tries, oldest first. */
            tries: components["schemas"]["Try"][];
        };
        DeliveryResponse: {
            delivery: components["schemas"]["DeliveryWithTries"];
        };
        Delivery: {
            /**
             * Format: uuid
             * @description The id of the event: the header `webhook-id` of each try.
             * @example 0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c
             */
            id: string;
            /**
             * @example ticket.created
             * @enum {string}
             */
            type: "comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled" | "webhook.test";
            /**
             * @description The position of the event in the feed. Null for a test, which is no event.
             * @example 17
             */
            position: number | null;
            /**
             * @description `failed`: nothing is tried any more.
             * @example delivered
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * @description How many tries there were.
             * @example 1
             */
            tries_count: number;
            /**
             * Format: date-time
             * @description When the next try is due. Null when there is none.
             * @example null
             */
            next_try_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.120Z
             */
            finished_at: string | null;
        };
        DeliveryListResponse: {
            deliveries: components["schemas"]["Delivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        Replay: {
            /**
             * @description Events after this position. When absent, from the oldest that is kept.
             * @example 0
             */
            after?: number;
            /**
             * @description Events up to this position. When absent, to the newest one.
             * @example 1000
             */
            until?: number;
            /**
             * @description Only events of these types. When absent, those of the webhook.
             * @example [
             *       "ticket.updated"
             *     ]
             */
            types?: ("comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled")[];
            /**
             * @description Whether only deliveries that have failed are sent again. By default all events are.
             * @example true
             */
            failed_only?: boolean;
        };
        Replayed: {
            /**
             * @description How many deliveries begin anew.
             * @example 12
             */
            deliveries: number;
            /**
             * @description One request replays 10,000 events at most. This is the `after` of the next one; null when nothing is left.
             * @example null
             */
            next_after: number | null;
        };
        ReplayResponse: {
            replay: components["schemas"]["Replayed"];
        };
        TicketOfEmail: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
        };
        InboundEmail: {
            /**
             * Format: uuid
             * @example 0190c7a4-7777-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /**
             * @description `accepted`: it is a ticket or a comment. `ignored`: nothing was made of it, because it is our own, a bounce, a report or the answer of a program. `suspended`: a person has to release or delete it. `pending`: it is safe, and will be judged. `deleted`: only its digest is left.
             * @example accepted
             * @enum {string}
             */
            state: "pending" | "accepted" | "ignored" | "suspended" | "deleted";
            /**
             * @description Says why it is ignored (`own_mail`, `bounce`, `report`, `automatic`) or suspended (`blocked`, `spam`, `too_many`, `no_sender`, `empty_return_path`, `unproven_sender`, `member_without_ticket`, `unproven_member`, `no_ticket`, `refused`, `infected`, `unreadable`).
             * @example null
             * @enum {string|null}
             */
            reason: "own_mail" | "bounce" | "report" | "automatic" | "blocked" | "spam" | "too_many" | "no_sender" | "empty_return_path" | "unproven_sender" | "member_without_ticket" | "unproven_member" | "no_ticket" | "refused" | "infected" | "unreadable" | null;
            ticket: components["schemas"]["TicketOfEmail"] | null;
            /**
             * Format: uuid
             * @description The comment that it became. Null when it has raised its ticket.
             * @example null
             */
            comment_id: string | null;
            /** @example <78.1@mail.example> */
            message_id: string | null;
            /**
             * @description The sender's address: that of `From`; that of `Reply-To` when a contact form sent the mail (`mail_relays`); or the one that a person named at the release. A sender can forge it.
             * @example jane@customer.example
             */
            sender: string | null;
            /** @example Printer on fire */
            subject: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            received_at: string;
            /**
             * @description The size of the mail as it came.
             * @example 4096
             */
            byte_size: number;
            /**
             * @description Whether the receiving mail server found that the domain of the sender has sent it. Null when the operator trusts no server.
             * @example true
             */
            sender_authenticated: boolean | null;
        };
        InboundEmailResponse: {
            inbound_email: components["schemas"]["InboundEmail"];
        };
        InboundEmailListResponse: {
            inbound_emails: components["schemas"]["InboundEmail"][];
            pagination: components["schemas"]["Pagination"];
        };
        Sender: {
            /**
             * Format: idn-email
             * @example kim@customer.example
             */
            email: string;
            /**
             * @description For a customer whom the mail makes.
             * @example Kim
             */
            name?: string;
        };
        ReleaseInboundEmail: {
            /**
             * @description `ticket`: a new one. `comment`: of `ticket`, or of the ticket that the mail belongs to. When absent, whatever fits.
             * @example comment
             * @enum {string}
             */
            as?: "ticket" | "comment";
            /**
             * @description Id or number of the ticket.
             * @example 42
             */
            ticket?: string | number;
            /** @description The sender. A mail that is suspended as `no_sender` needs one; for other mails it replaces `From`. */
            sender?: components["schemas"]["Sender"];
        };
        CreateCustomerSession: {
            /**
             * Format: uuid
             * @description The customer, instead of `email`.
             * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
             */
            customer_id?: string;
            /**
             * Format: idn-email
             * @description Any address of the customer, instead of `customer_id`. When no customer has it, one is created.
             * @example john@customer.example
             */
            email?: string;
            /** @description The name of a customer who is created. */
            name?: string;
            /** @description Seconds until the session ends. Without it: 3,600. It ends with its key, when that comes first. */
            expires_in?: number;
            /**
             * @description Exact origins of pages that may read the answers in a browser. Without them, no page of another origin may.
             * @example [
             *       "https://shop.example"
             *     ]
             */
            origins?: string[];
            /** @description `true` also shows the tickets of customers of the same company. */
            company?: boolean;
        };
        PortalCustomer: {
            /**
             * Format: uuid
             * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
             */
            id: string;
            /** @example John Luther */
            name: string;
            /**
             * Format: idn-email
             * @example john@customer.example
             */
            email: string;
        };
        NewCustomerSession: {
            /**
             * Format: uuid
             * @example 0190c7a4-e2bb-7497-b608-9c0d1e2f3a4b
             */
            id: string;
            /**
             * @description The token, which is shown only here. It goes into `Authorization: Bearer`.
             * @example desks_4Gh2kT9xWq7LmB1cVn5Rz8Yp3Sd6Fj0Ae2Hu4Kw
             */
            token: string;
            customer: components["schemas"]["PortalCustomer"];
            /**
             * Format: date-time
             * @example 2026-01-31T10:30:00.000Z
             */
            expires_at: string;
        };
        CustomerSessionResponse: {
            customer_session: components["schemas"]["NewCustomerSession"];
        };
        CustomerSession: {
            /**
             * Format: uuid
             * @example 0190c7a4-e2bb-7497-b608-9c0d1e2f3a4b
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
             */
            customer_id: string;
            /**
             * Format: uuid
             * @description The key that made it.
             * @example 0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30
             */
            api_key_id: string;
            /**
             * @example [
             *       "https://shop.example"
             *     ]
             */
            origins: string[];
            /** @example false */
            company: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T10:30:00.000Z
             */
            expires_at: string;
        };
        CustomerSessionListResponse: {
            customer_sessions: components["schemas"]["CustomerSession"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalPerson: {
            /**
             * @description Null when the person has no name but an address.
             * @example Eve Jones
             */
            name: string | null;
        };
        PortalComment: {
            /**
             * Format: uuid
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * @example agent
             * @enum {string}
             */
            author_type: "agent" | "customer";
            author: components["schemas"]["PortalPerson"];
            /**
             * @description Cleaned HTML.
             * @example <p>We have sent invoice 78 again.</p>
             */
            content: string;
            attachments: components["schemas"]["Attachment"][];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        PortalCommentListResponse: {
            comments: components["schemas"]["PortalComment"][];
            pagination: components["schemas"]["Pagination"];
        };
        AddPortalComment: {
            /**
             * @description HTML of at most 256 KiB that shows something. The service cleans it.
             * @example <p>Thank you.</p>
             */
            content: string;
            /**
             * @description Signed ids of files that the customer has uploaded.
             * @example []
             */
            attachments?: string[];
        };
        PortalCommentResponse: {
            comment: components["schemas"]["PortalComment"];
        };
        PortalLink: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
        };
        PortalEventComment: {
            /**
             * Format: uuid
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * @example agent
             * @enum {string}
             */
            author_type: "agent" | "customer";
            author: components["schemas"]["PortalPerson"];
        };
        PortalChanges: {
            /**
             * @description The status before, which is null of a new ticket, and after.
             * @example [
             *       "new",
             *       "open"
             *     ]
             */
            status: unknown[];
        };
        PortalEventData: {
            ticket: components["schemas"]["PortalLink"];
            /** @description The reply. A reader asks for its words. */
            comment?: components["schemas"]["PortalEventComment"];
            /** @description The change of the ticket. Absent when it is a reply. */
            changes?: components["schemas"]["PortalChanges"];
        };
        PortalEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /**
             * @description Its place in the workspace, with holes where events of others are.
             * @example 40
             */
            position: number;
            /** @enum {string} */
            type: "comment.created" | "ticket.created" | "ticket.updated";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            data: components["schemas"]["PortalEventData"];
        };
        PortalEventListResponse: {
            events: components["schemas"]["PortalEvent"][];
            /**
             * @description The `after` of the next request.
             * @example 17
             */
            next_after: number;
            /**
             * @description Whether there is more now.
             * @example false
             */
            has_more: boolean;
        };
        PortalFormField: {
            /** @example Country */
            name: string;
            /**
             * @example single_option
             * @enum {string}
             */
            kind: "text" | "textarea" | "integer" | "decimal" | "date" | "checkbox" | "single_option" | "multi_option";
            /**
             * @description Whether a ticket of this form needs a value.
             * @example false
             */
            is_required: boolean;
            /**
             * @description The labels of a field with options.
             * @example [
             *       "India"
             *     ]
             */
            options?: string[];
        };
        PortalForm: {
            /**
             * @description The `form` of a new ticket.
             * @example contact-us
             */
            slug: string;
            /** @example Contact us */
            title: string;
            /** @example We answer within a day. */
            intro: string | null;
            fields: components["schemas"]["PortalFormField"][];
        };
        PortalMeResponse: {
            customer: components["schemas"]["PortalCustomer"];
            /**
             * Format: date-time
             * @description When the session ends.
             * @example 2026-01-31T10:30:00.000Z
             */
            expires_at: string;
            /** @description The enabled forms, the first one first. */
            forms: components["schemas"]["PortalForm"][];
        };
        PortalField: {
            /** @example Country */
            field_name: string;
            /**
             * @description A string, number, boolean or array of option labels, depending on the kind of the field.
             * @example India
             */
            field_value: string | number | boolean | string[];
        };
        PortalTicket: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number;
            /** @example How to resolve the pending payments */
            subject: string;
            /**
             * @description Cleaned HTML.
             * @example <p>I need your help.</p>
             */
            description: string;
            /**
             * @description A default or custom status.
             * @example open
             */
            status: string;
            /**
             * Format: date-time
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-06-09T12:00:00.000Z
             */
            updated_at: string;
            assignee: components["schemas"]["PortalPerson"] | null;
            /** @description Values of the fields of enabled forms. */
            fields: components["schemas"]["PortalField"][];
            /** @description Files of the description. */
            attachments: components["schemas"]["Attachment"][];
            /** @description The ticket into which this one was merged. Absent in any other ticket. */
            merged_into?: components["schemas"]["PortalLink"];
        };
        PortalTicketListResponse: {
            tickets: components["schemas"]["PortalTicket"][];
            pagination: components["schemas"]["Pagination"];
            /**
             * @description `false` when more waits to be indexed than a search can take in.
             * @enum {boolean}
             */
            search_complete?: false;
        };
        PortalTicketResponse: {
            ticket: components["schemas"]["PortalTicket"];
        };
        RaisePortalTicket: {
            /** @example My parcel is late */
            subject: string;
            /**
             * @description HTML of at most 256 KiB, which the service cleans.
             * @example <p>Where is it?</p>
             */
            description: string;
            /**
             * @description The slug of an enabled form. Without it: the first one.
             * @example contact-us
             */
            form?: string;
            /**
             * @description Values of the fields of that form, by their names.
             * @example {}
             */
            ticket_fields?: {
                [key: string]: string | number | boolean | string[];
            };
            /**
             * @description Signed ids of files that the customer has uploaded.
             * @example []
             */
            attachments?: string[];
        };
        ComparedNumber: {
            /** @example 12 */
            present: number;
            /**
             * @description Null for `all_time`.
             * @example 8
             */
            previous: number | null;
            /**
             * @description By how many percent of `previous`, with one decimal. Null when there is nothing to compare with.
             * @example 50
             */
            change_percentage: number | null;
        };
        StatusFigures: {
            /** @example closed */
            name: string;
            value: components["schemas"]["ComparedNumber"];
        };
        TicketReportResponse: {
            /**
             * Format: date-time
             * @description The audit trail has entries from this time on, and the range or the period before it begins earlier. Days before it stay as they were counted. Absent when the trail has all.
             * @example 2026-01-01T00:00:00.000Z
             */
            exact_since?: string;
            ticket_statuses: components["schemas"]["StatusFigures"][];
        };
        Series: {
            /**
             * @example new
             * @enum {string}
             */
            name: "new" | "closed";
            /**
             * @description One for each date.
             * @example [
             *       3,
             *       5
             *     ]
             */
            values: number[];
        };
        TimeSeriesResponse: {
            /**
             * Format: date-time
             * @description The audit trail has entries from this time on, and the range or the period before it begins earlier. Days before it stay as they were counted. Absent when the trail has all.
             * @example 2026-01-01T00:00:00.000Z
             */
            exact_since?: string;
            /**
             * @description Days; for `all_time` the first days of months when it has more than 400 days.
             * @example [
             *       "2026-03-04",
             *       "2026-03-05"
             *     ]
             */
            dates: string[];
            /** @description `new`: tickets that were created. `closed`: how many times tickets were closed. */
            data: components["schemas"]["Series"][];
        };
        ComparedAverage: {
            /**
             * @description Seconds, with one decimal. Null without any.
             * @example 1800
             */
            present: number | null;
            /**
             * @description Seconds, with one decimal. Null without any.
             * @example 1200.5
             */
            previous: number | null;
            /**
             * @description By how many percent of `previous`, with one decimal. Null when there is nothing to compare with.
             * @example 49.9
             */
            change_percentage: number | null;
        };
        MemberFigures: {
            average_first_response_time: components["schemas"]["ComparedAverage"];
            average_resolution_time: components["schemas"]["ComparedAverage"];
            assigned_tickets: components["schemas"]["ComparedNumber"];
            closed_tickets: components["schemas"]["ComparedNumber"];
            /**
             * Format: uuid
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            id: string;
            /** @example Eve Jones */
            name: string;
            /**
             * Format: idn-email
             * @example eve@acme.example
             */
            email: string;
        };
        MemberReportResponse: {
            /**
             * Format: date-time
             * @description The audit trail has entries from this time on, and the range or the period before it begins earlier. Days before it stay as they were counted. Absent when the trail has all.
             * @example 2026-01-01T00:00:00.000Z
             */
            exact_since?: string;
            members: components["schemas"]["MemberFigures"][];
            pagination: components["schemas"]["Pagination"];
        };
        GroupFigures: {
            average_first_response_time: components["schemas"]["ComparedAverage"];
            average_resolution_time: components["schemas"]["ComparedAverage"];
            assigned_tickets: components["schemas"]["ComparedNumber"];
            closed_tickets: components["schemas"]["ComparedNumber"];
            /**
             * Format: uuid
             * @example 0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f
             */
            id: string;
            /** @example Support */
            name: string;
        };
        GroupReportResponse: {
            /**
             * Format: date-time
             * @description The audit trail has entries from this time on, and the range or the period before it begins earlier. Days before it stay as they were counted. Absent when the trail has all.
             * @example 2026-01-01T00:00:00.000Z
             */
            exact_since?: string;
            teams: components["schemas"]["GroupFigures"][];
            pagination: components["schemas"]["Pagination"];
        };
        SurveyReportResponse: {
            /**
             * Format: date-time
             * @description The audit trail has entries from this time on, and the range or the period before it begins earlier. Days before it stay as they were counted. Absent when the trail has all.
             * @example 2026-01-01T00:00:00.000Z
             */
            exact_since?: string;
            /**
             * @description There are none.
             * @example []
             */
            surveys: Record<string, never>[];
        };
        TicketMetricsResponse: {
            /**
             * @description From creation to the first reply of an agent here. Notes, automatic and back-dated replies, and those of an import do not count. Null without any.
             * @example 840
             */
            first_response_seconds: number | null;
            /**
             * @description From creation to closing. Null while the ticket is open, and when a merge closed it.
             * @example 86400
             */
            resolution_seconds: number | null;
            /**
             * @description How often the ticket was closed and opened again.
             * @example 0
             */
            reopened_count: number;
            /** @example 2 */
            agent_replies: number;
            /** @example 1 */
            customer_replies: number;
        };
        TicketSubject: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example 42 */
            number: number | null;
        };
        CommentAuthor: {
            /**
             * Format: uuid
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            id: string;
            /** @example Eve Jones */
            name: string;
            /** @example eve@acme.example */
            email: string;
        };
        Mention: {
            /**
             * Format: uuid
             * @description The id of the member.
             * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
             */
            id: string;
        };
        CommentFacts: {
            /**
             * Format: uuid
             * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
             */
            id: string;
            /**
             * @description A note is shown only when `include_notes` is `true`.
             * @enum {string}
             */
            comment_type: "reply" | "note";
            /** @enum {string} */
            author_type: "agent" | "customer";
            /** @description Null when the author was erased. */
            author: components["schemas"]["CommentAuthor"] | null;
            /** @description Members whom a note mentions. Events from before the ids were kept name nobody. */
            mentions?: components["schemas"]["Mention"][];
        };
        EventActor: {
            /**
             * @description A key of the API, a customer with a session, a visitor of a form, whose slug is the name, a person at the command line, or the service itself.
             * @example api_key
             * @enum {string}
             */
            type: "api_key" | "customer" | "form" | "operator" | "service";
            /**
             * Format: uuid
             * @description The id of the key or of the customer.
             */
            id: string | null;
            /** @example Demo key */
            name: string | null;
        };
        CommentMade: {
            ticket: components["schemas"]["TicketSubject"];
            comment: components["schemas"]["CommentFacts"];
            actor: components["schemas"]["EventActor"];
            /** @example false */
            silent: boolean;
        };
        CommentEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "comment.created";
            data: components["schemas"]["CommentMade"];
        };
        Subject: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
        };
        CustomerChange: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            customer: components["schemas"]["Subject"];
        };
        CustomerEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "customer.created" | "customer.updated";
            data: components["schemas"]["CustomerChange"];
        };
        EventEmail: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /**
             * @description The reason why the mail is suspended, such as `spam`, or `bounce` for a mail of ours that came back.
             * @example spam
             * @enum {string}
             */
            reason: "blocked" | "spam" | "too_many" | "no_sender" | "empty_return_path" | "unproven_sender" | "member_without_ticket" | "unproven_member" | "no_ticket" | "refused" | "infected" | "unreadable" | "bounce";
        };
        EmailEventData: {
            inbound_email: components["schemas"]["EventEmail"];
            /** @description The ticket that it is about, if there is one. */
            ticket: components["schemas"]["TicketSubject"] | null;
            actor: components["schemas"]["EventActor"];
            /** @example false */
            silent: boolean;
        };
        EmailEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "email.bounced" | "email.suspended";
            data: components["schemas"]["EmailEventData"];
        };
        FieldChange: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            field: components["schemas"]["Subject"];
        };
        FieldEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "field.created" | "field.deleted" | "field.updated";
            data: components["schemas"]["FieldChange"];
        };
        FormChange: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            form: components["schemas"]["Subject"];
        };
        FormEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "form.created" | "form.updated";
            data: components["schemas"]["FormChange"];
        };
        SubmittedForm: {
            /**
             * Format: uuid
             * @example 0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b
             */
            id: string;
            /** @example contact-us */
            slug: string;
        };
        Submission: {
            /** @description The ticket that the form raised. */
            ticket: components["schemas"]["TicketSubject"];
            form: components["schemas"]["SubmittedForm"];
            actor: components["schemas"]["EventActor"];
            /** @example false */
            silent: boolean;
        };
        FormSubmittedEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "form.submitted";
            data: components["schemas"]["Submission"];
        };
        TeamMemberChange: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            team_member: components["schemas"]["Subject"];
        };
        TeamMemberEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "team_member.created" | "team_member.removed" | "team_member.updated";
            data: components["schemas"]["TeamMemberChange"];
        };
        TicketChange: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            ticket: components["schemas"]["TicketSubject"];
        };
        TicketEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ticket.created" | "ticket.merged" | "ticket.updated";
            data: components["schemas"]["TicketChange"];
        };
        TicketMoment: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            ticket: components["schemas"]["TicketSubject"];
            /**
             * Format: date-time
             * @description The date that has passed. The event is later when the desk was stopped then.
             * @example 2026-02-04T09:00:00.000Z
             */
            due_at: string;
        };
        TicketMomentEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ticket.follow_up_due" | "ticket.resolution_overdue";
            data: components["schemas"]["TicketMoment"];
        };
        Import: {
            /**
             * @description How many tickets were added.
             * @example 500
             */
            count: number;
            /**
             * @description The number of the first one. They have all numbers from it to the last one.
             * @example 1
             */
            first_number: number | null;
            /** @example 500 */
            last_number: number | null;
            /**
             * @description How many tickets were changed. Each of them has an event of its own, too.
             * @example 0
             */
            updated: number;
            /**
             * @description How many customers are new.
             * @example 20
             */
            customers_created: number;
            actor: components["schemas"]["EventActor"];
            /** @example true */
            silent: boolean;
        };
        TicketsImportedEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tickets.imported";
            data: components["schemas"]["Import"];
        };
        WebhookChange: {
            /**
             * @description Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its size and its SHA-256. What is new has only the properties that are not empty.
             * @example {
             *       "status": [
             *         "new",
             *         "open"
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            actor: components["schemas"]["EventActor"];
            /**
             * @description `true` when the change must notify no person, as with imported tickets.
             * @example false
             */
            silent: boolean;
            webhook: components["schemas"]["Subject"];
        };
        WebhookEvent: {
            /**
             * Format: uuid
             * @example 0190c7a4-c099-7275-94e6-7a8b9c0d1e2f
             */
            id: string;
            /** @description Its place in the workspace: 1, 2, 3 and so on. */
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            data: components["schemas"]["WebhookChange"];
        };
    };
    responses: {
        /** @description The address, a header or the body of the request is malformed. */
        MalformedRequest400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "malformed_request",
                 *       "error": "The request address is malformed."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request took too long to arrive. */
        RequestTimeout408: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "request_timeout",
                 *       "error": "The request took too long to arrive."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request headers are too large. */
        HeadersTooLarge431: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "headers_too_large",
                 *       "error": "The request has more than 200 headers."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Authentication failed. */
        Unauthorized401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthenticationError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        WorkspaceSuspended403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "workspace_suspended",
                 *       "error": "This workspace is suspended."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is too large. */
        BodyTooLarge413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "body_too_large",
                 *       "error": "The body is larger than 1048576 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not `application/json`. */
        UnsupportedMediaType415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unsupported_media_type",
                 *       "error": "The body must be application/json in UTF-8, and not compressed."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is well formed but invalid. `field_errors` lists every problem. */
        InvalidRequest422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "error": "The request is invalid: colour is not a known property.",
                 *       "field_errors": [
                 *         {
                 *           "field": "colour",
                 *           "message": "is not a known property"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description The key has sent too many requests, or authentication has failed too often from the address of the client. */
        RateLimited429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After_2"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "rate_limited",
                 *       "error": "This API key has sent too many requests, please try again in 12 seconds."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service has a defect. */
        InternalError500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "internal_error",
                 *       "error": "The service failed; the failure was recorded."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The database is unreachable or busy. With the code `unavailable`, nothing was changed. With `outcome_unknown`, it is unknown whether the change was made. */
        Unavailable503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After_2"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unavailable",
                 *       "error": "The service is temporarily unavailable, please try again."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The workspace, the route or the resource does not exist. */
        WorkspaceNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "workspace_not_found",
                 *       "error": "There is no workspace at this address."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeAttachmentsWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope attachments:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is too large. */
        FileTooLarge413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "file_too_large",
                 *       "error": "File must be 50 MB or smaller."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not `application/json`. */
        UnsupportedMediaType415_2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unsupported_media_type",
                 *       "error": "The body must be multipart/form-data with one part called file."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is well formed but invalid. `field_errors` lists every problem. */
        InvalidRequest422_2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "error": "The request is invalid: file is required.",
                 *       "field_errors": [
                 *         {
                 *           "field": "file",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description The bytes are at the address in `Location`, for 5 minutes. */
        Found302: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The address of the bytes. It needs no key. */
                Location?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The client has this file. */
        NotModified304: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The workspace, the route or the resource does not exist. */
        AttachmentNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "attachment_not_found",
                 *       "error": "There is no such attachment."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The resource does not meet the condition of the request. Nothing was changed. */
        PreconditionFailed412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "precondition_failed",
                 *       "error": "The resource is not in the state that the request expects; the header ETag names its current state."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description No byte of the range is in the file. */
        RangeNotSatisfiable416: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description The size of the file. */
                "Content-Range"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "range_not_satisfiable",
                 *       "error": "The file has 70 bytes, and none of them is in the range."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeCustomersRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope customers:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is well formed but invalid. `field_errors` lists every problem. */
        InvalidRequest422_3: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "error": "The request is invalid: page_number must be 1 or larger.",
                 *       "field_errors": [
                 *         {
                 *           "field": "page_number",
                 *           "message": "must be 1 or larger"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeCustomersWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope customers:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A request with the same Idempotency-Key is still running. */
        RequestInProgress409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After_2"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "request_in_progress",
                 *       "error": "A request with this Idempotency-Key is still running."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key has sent too many requests, or authentication has failed too often from the address of the client. With the code `idempotency_quota_exceeded`, the answers that are kept for Idempotency-Keys of the last hour take too much room; nothing was done. */
        RateLimited429_2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After_2"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "rate_limited",
                 *       "error": "This API key has sent too many requests, please try again in 12 seconds."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The client has this representation. */
        NotModified304_2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The workspace, the route or the resource does not exist. */
        CustomerNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "customer_not_found",
                 *       "error": "There is no such customer."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeTicketsRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope tickets:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeTicketsWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope tickets:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The workspace, the route or the resource does not exist. */
        TicketNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "ticket_not_found",
                 *       "error": "There is no such ticket."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description A request with the same Idempotency-Key is still running.
         *
         *     The ticket is merged into another one. Or: A request with the same Idempotency-Key is still running.
         */
        RequestInProgress409_2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "request_in_progress",
                 *       "error": "A request with this Idempotency-Key is still running."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is well formed but invalid. `field_errors` lists every problem. */
        IdempotencyKeyReused422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "idempotency_key_reused",
                 *       "error": "This Idempotency-Key was used for another request: its method, address, conditions or body differ.",
                 *       "field_errors": [
                 *         {
                 *           "field": "Idempotency-Key",
                 *           "message": "was used for another request"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeFieldsRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope fields:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeFieldsWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope fields:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The workspace, the route or the resource does not exist. */
        TicketFieldNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "ticket_field_not_found",
                 *       "error": "There is no such ticket field."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeCommentsRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope comments:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeCommentsWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope comments:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeTeamMembersRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope team_members:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeTeamMembersWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope team_members:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The workspace, the route or the resource does not exist. */
        TeamMemberNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "team_member_not_found",
                 *       "error": "There is no such team member."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeEventsRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope events:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description What was asked for is not kept any more. */
        CursorExpired410: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "cursor_expired",
                 *       "error": "The events after this position are no longer available. The oldest available event has the position 4711: read the tickets again, then go on with after=4710."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeWebhooksWrite403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope webhooks:write."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The workspace, the route or the resource does not exist. */
        WebhookNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "webhook_not_found",
                 *       "error": "There is no such webhook."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeEmailsRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope emails:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The workspace, the route or the resource does not exist. */
        InboundEmailNotFound404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "inbound_email_not_found",
                 *       "error": "There is no such inbound email."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeEmailsManage403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope emails:manage."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description What was asked for is not kept any more. */
        BytesNotKept410: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "bytes_not_kept",
                 *       "error": "The bytes of this mail are not kept any more."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeCustomersImpersonate403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope customers:impersonate."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The sessions of the customer have sent too many requests, or authentication has failed too often from the address of the client. */
        RateLimited429_3: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After_2"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "rate_limited",
                 *       "error": "This API key has sent too many requests, please try again in 12 seconds."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The sessions of the customer have sent too many requests, or authentication has failed too often from the address of the client. With the code `idempotency_quota_exceeded`, the answers that are kept for Idempotency-Keys of the last hour take too much room; nothing was done. */
        RateLimited429_4: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After_2"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "rate_limited",
                 *       "error": "This API key has sent too many requests, please try again in 12 seconds."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
        MissingScopeReportsRead403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "missing_scope",
                 *       "error": "This API key lacks the scope reports:read."
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The endpoint is gone: the webhook is switched off. */
        Gone410: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The try has failed, as with any other answer. It is made again, ten times at the most. */
        Answer4XX: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
        "X-Request-Id": string;
        /**
         * @description Id of the attachment.
         * @example 0190c7a4-d1bb-7497-b608-9c0d1e2f3a4b
         */
        attachment_id: string;
        /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
        "If-None-Match": string;
        /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
        "If-Match": string;
        /** @description One range of bytes (RFC 9110, section 14). Several are answered with the whole file. */
        Range: string;
        /** @description An entity tag. When the file has another one, it is answered whole. */
        "If-Range": string;
        page_number: number;
        /** @description Another name of `page_number`, which counts when both are there. */
        page: number;
        /** @description Items per page, at most 100. A larger number is lowered to 100. */
        page_size: number;
        /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
        "Idempotency-Key": string;
        /**
         * @description Id of the customer.
         * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
         */
        customer_id: string;
        /** @description One or several statuses, separated by commas. Of several, one must exist; those that do not match nothing. */
        status: string[];
        /** @description One or several, separated by commas. Of several, one must exist; those that do not match nothing. */
        priority: ("low" | "medium" | "high" | "urgent")[];
        /** @description With `follow_up_at`, tickets without a follow-up come last. */
        sort: "created_at" | "updated_at" | "follow_up_at";
        /** @description Ties are broken by number. */
        order: "asc" | "desc";
        customer_id_2: string;
        /** @description Any address of the customer. */
        customer_email: string;
        assignee_id: string;
        /** @description Address of a present or removed team member. */
        assignee_email: string;
        /** @description Name of a group. */
        group: string;
        /** @description Name of a category. `None` lists tickets without a category. */
        category: string;
        /** @description A tag, compared without regard to case. */
        tag: string;
        external_id: string;
        source: string;
        /** @description Where the tickets came from. Tickets from before this filter have `import` or `api`. */
        channel: string;
        /** @description Name of an active field. Needs `field_value`. */
        field_name: string;
        /** @description The value that the field must have. For a `multi_option` field, one of its labels. */
        field_value: string;
        /** @description When the tickets were created: days in the time zone of the workspace, as in reports. Today is the last day of `last_7_days` and its like; `last_24_hours` ends now. `custom` needs `start_date` and `end_date`. */
        range_type: "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "all_time" | "custom";
        /** @description First day, inclusive. Only with `range_type=custom`. */
        start_date: string;
        /** @description Last day, inclusive. Only with `range_type=custom`. */
        end_date: string;
        /** @description Whether the follow-up of the tickets has passed, is still to come, or there is none. */
        follow_up: "due" | "future" | "none";
        /** @description Whether `resolution_due_date` has passed. A ticket that is done or merged is not overdue, and neither is one without the date. */
        overdue: "true" | "false";
        /** @description ISO 8601 date-time with an offset. Lists tickets that were changed after it. A change that takes long to be kept may be missed. */
        updated_after: string;
        /**
         * @description Id or number of the ticket.
         * @example 1
         */
        ticket_id: string;
        /** @description What the ticket has besides, separated by commas. With `merged` or `participants`, and with `comments` or `follow_up` that may have changed alone, it is shown whole, also to a reader with `If-None-Match`. */
        include: ("url" | "follow_up" | "channel" | "participants" | "merged" | "comments")[];
        /**
         * @description Number or id of the ticket.
         * @example 1
         */
        ticket_number: string;
        /**
         * @description Id of the ticket field.
         * @example 0190c7a4-af88-7164-83d5-6f7a8b9c0d1e
         */
        field_id: string;
        /** @description The page to return. Without `page_number` and `page_size`, everything is returned. */
        page_number_2: number;
        /** @description Items per page: 30 when only `page_number` is given, at most 100. A larger number is lowered to 100. */
        page_size_2: number;
        /** @description In the order added, or the newest first. */
        order_2: "asc" | "desc";
        /** @description One or several, separated by commas. */
        comment_type: ("description" | "reply" | "note")[];
        /** @description One or both, separated by commas. */
        author_type: ("agent" | "customer")[];
        /** @description What each comment has besides. */
        include_2: "sender_authenticated"[];
        /**
         * @description What the draft becomes.
         * @example reply
         */
        draft_type: "reply" | "note";
        /**
         * @description Id or number of the ticket.
         * @example 4
         */
        ticket_id_2: string;
        /** @description One or both states, separated by commas. When absent, only active members are returned. Of several, one must exist; those that do not match nothing. */
        state: ("active" | "inactive")[];
        /** @description The address of the member, compared without regard to case. */
        email: string;
        sort_2: "created_at" | "updated_at" | "email" | "first_name" | "last_name";
        /** @description Ties are broken by id. */
        order_3: "asc" | "desc";
        /**
         * @description Id of the team member.
         * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
         */
        team_member_id: string;
        /**
         * @description Id of the team member.
         * @example 0190c7a4-604f-7e21-8b51-2a3f4e5d6c7b
         */
        team_member_id_2: string;
        /** @description Only events after this position: `next_after` of the page before. Without it, from the oldest event that is shown. */
        after: number;
        /** @description Only events of these types, separated by commas. Of several, one must exist; those that do not match nothing. */
        types: ("comment.created" | "customer.created" | "customer.updated" | "email.bounced" | "email.suspended" | "field.created" | "field.deleted" | "field.updated" | "form.created" | "form.submitted" | "form.updated" | "team_member.created" | "team_member.removed" | "team_member.updated" | "ticket.created" | "ticket.follow_up_due" | "ticket.merged" | "ticket.resolution_overdue" | "ticket.updated" | "tickets.imported" | "webhook.disabled")[];
        /** @description Whether to show that notes were added. Leave it out when customers see what you make of the events. */
        include_notes: "true" | "false";
        /** @description How many events at most. A page of more than 1 MiB ends earlier. */
        limit: number;
        /** @description Only events after this position. Without it, and without `Last-Event-ID`, the stream begins with the next event. */
        after_2: number;
        /** @description The last `id` of the stream that has ended. The next one continues after it, whatever `after` says. */
        "Last-Event-ID": string;
        /**
         * @description Id of the webhook.
         * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
         */
        webhook_id: string;
        /**
         * @description Id of the delivery, which is that of its event.
         * @example 0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c
         */
        delivery_id: string;
        /**
         * @description Id of the mail.
         * @example 0190c7a4-d1cc-7386-a5f7-8b9c0d1e2f3a
         */
        inbound_email_id: string;
        /** @description The customer. */
        customer_id_3: string;
        /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
        range_type_2: "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "all_time" | "custom";
        /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
        end_date_2: string;
        /**
         * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
         * @example 0190c7a4-c099-7275-94e6-000000000001
         */
        "webhook-id": string;
        /**
         * @description When this try was made, in seconds since 1970.
         * @example 1769851800
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
         * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
         */
        "webhook-signature": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request in the service log: the one that the client sent, if it is well formed, or a new one. */
        "X-Request-Id": string;
        /** @description The limit of the key: `q` requests in a window of `w` seconds. */
        "RateLimit-Policy": string;
        /** @description The requests that are left (`r`), and the seconds until the window ends (`t`). */
        RateLimit: string;
        /** @description The entity tag of the resource. It changes whenever anything in its representation changes. */
        ETag: string;
        /** @description Whether a browser shows the file or saves it, and its name (RFC 6266). */
        "Content-Disposition": string;
        /** @description `bytes` */
        "Accept-Ranges": string;
        /** @description The first and the last byte of the range, and the size of the file: `bytes 0-99/1000`. */
        "Content-Range": string;
        /** @description `true` when the answer repeats that of an earlier request with the same Idempotency-Key. `refreshed` when that answer was larger than 256 KiB: it shows the resource as it is now, or a 404 when the resource is gone. */
        "Idempotent-Replayed": "true" | "refreshed";
        /** @description The date since which the route is deprecated. */
        Deprecation: string;
        /** @description The address of the route that replaces this one. */
        Link: string;
        /** @description The path of the resource that was made. */
        Location: string;
        /** @description Seconds to wait before the next try. */
        "Retry-After": number;
        /** @description Seconds to wait before the next try. */
        "Retry-After_2": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What answers here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceResponse"];
                };
            };
            /** @description The documentation for people. */
            302: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            408: components["responses"]["RequestTimeout408"];
            431: components["responses"]["HeadersTooLarge431"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            408: components["responses"]["RequestTimeout408"];
            431: components["responses"]["HeadersTooLarge431"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service can answer requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadinessResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            408: components["responses"]["RequestTimeout408"];
            431: components["responses"]["HeadersTooLarge431"];
            /** @description The service cannot answer requests: the database does not answer (`unavailable`), a migration is missing (`database_outdated`), or the service is shutting down (`shutting_down`). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unavailable",
                     *       "error": "The service is temporarily unavailable, please try again."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The notification was taken. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description The address, a header or the body of the request is malformed.
             *
             *     The message or its headers are malformed.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "malformed_request",
                     *       "error": "The request address is malformed."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"] | components["schemas"]["McpAnswer"];
                };
            };
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["WorkspaceSuspended403"];
            /**
             * @description The workspace, the route or the resource does not exist.
             *
             *     The workspace does not exist, or the protocol has no such method.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "workspace_not_found",
                     *       "error": "There is no workspace at this address."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"] | components["schemas"]["McpAnswer"];
                };
            };
            408: components["responses"]["RequestTimeout408"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getCurrentApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["WorkspaceSuspended403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    uploadAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeAttachmentsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            413: components["responses"]["FileTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415_2"];
            422: components["responses"]["InvalidRequest422_2"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reserveAttachmentUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReserveUpload"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservedUploadResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeAttachmentsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description One range of bytes (RFC 9110, section 14). Several are answered with the whole file. */
                Range?: components["parameters"]["Range"];
                /** @description An entity tag. When the file has another one, it is answered whole. */
                "If-Range"?: components["parameters"]["If-Range"];
            };
            path: {
                /**
                 * @description Id of the attachment.
                 * @example 0190c7a4-d1bb-7497-b608-9c0d1e2f3a4b
                 */
                attachment_id: components["parameters"]["attachment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            302: components["responses"]["Found302"];
            304: components["responses"]["NotModified304"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "missing_scope",
                     *       "error": "This API key lacks the scope attachments:read."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["AttachmentNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            416: components["responses"]["RangeNotSatisfiable416"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    putAttachmentUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description The checksum of the announcement. */
                "Content-MD5": string;
            };
            path: {
                /**
                 * @description The secret of the address.
                 * @example 9fK2mQ7xR1sT4vW6yZ8bDg
                 */
                upload: string;
            };
            cookie?: never;
        };
        /** @description The bytes. `Content-Type` and `Content-MD5` are those of the announcement. */
        requestBody: {
            content: {
                /** @example test */
                "text/plain": string;
                "*/*": string;
            };
        };
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            /** @description Nothing can be uploaded to this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "upload_not_found",
                     *       "error": "Nothing can be uploaded to this address."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            408: components["responses"]["RequestTimeout408"];
            /** @description The bytes are not the announced ones. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_request",
                     *       "error": "The request is invalid: checksum is not the checksum of the bytes that arrived.",
                     *       "field_errors": [
                     *         {
                     *           "field": "checksum",
                     *           "message": "is not the checksum of the bytes that arrived"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidRequest"];
                };
            };
            /** @description Too many files are under way at once, or too many addresses have been wrong from the address of the client. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_many_transfers_at_once",
                     *       "error": "Too many files are under way at once, please wait for some of them."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            431: components["responses"]["HeadersTooLarge431"];
            /** @description The service has a defect. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "internal_error",
                     *       "error": "The service failed; the failure was recorded."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The storage or the database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unavailable",
                     *       "error": "The service is temporarily unavailable, please try again."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Any address of the customer, compared without regard to case. */
                email?: string;
                /** @description Id of the company of the customers. */
                company_id?: string;
                /** @description With what the first name, the last name or an address begins, in any case. */
                q?: string;
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomer"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id of the customer.
                 * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
                 */
                customer_id: components["parameters"]["customer_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRecordResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersRead403"];
            404: components["responses"]["CustomerNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the customer.
                 * @example 0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c
                 */
                customer_id: components["parameters"]["customer_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomer"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRecordResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersWrite403"];
            404: components["responses"]["CustomerNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createCustomerLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomer"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyCustomerResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listTickets: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description One or several statuses, separated by commas. Of several, one must exist; those that do not match nothing. */
                status?: components["parameters"]["status"];
                /** @description One or several, separated by commas. Of several, one must exist; those that do not match nothing. */
                priority?: components["parameters"]["priority"];
                /** @description With `follow_up_at`, tickets without a follow-up come last. */
                sort?: components["parameters"]["sort"];
                /** @description Ties are broken by number. */
                order?: components["parameters"]["order"];
                customer_id?: components["parameters"]["customer_id_2"];
                /** @description Any address of the customer. */
                customer_email?: components["parameters"]["customer_email"];
                assignee_id?: components["parameters"]["assignee_id"];
                /** @description Address of a present or removed team member. */
                assignee_email?: components["parameters"]["assignee_email"];
                /** @description Name of a group. */
                group?: components["parameters"]["group"];
                /** @description Name of a category. `None` lists tickets without a category. */
                category?: components["parameters"]["category"];
                /** @description A tag, compared without regard to case. */
                tag?: components["parameters"]["tag"];
                external_id?: components["parameters"]["external_id"];
                source?: components["parameters"]["source"];
                /** @description Where the tickets came from. Tickets from before this filter have `import` or `api`. */
                channel?: components["parameters"]["channel"];
                /** @description Name of an active field. Needs `field_value`. */
                field_name?: components["parameters"]["field_name"];
                /** @description The value that the field must have. For a `multi_option` field, one of its labels. */
                field_value?: components["parameters"]["field_value"];
                /** @description When the tickets were created: days in the time zone of the workspace, as in reports. Today is the last day of `last_7_days` and its like; `last_24_hours` ends now. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date"];
                /** @description Whether the follow-up of the tickets has passed, is still to come, or there is none. */
                follow_up?: components["parameters"]["follow_up"];
                /** @description Whether `resolution_due_date` has passed. A ticket that is done or merged is not overdue, and neither is one without the date. */
                overdue?: components["parameters"]["overdue"];
                /** @description ISO 8601 date-time with an offset. Lists tickets that were changed after it. A change that takes long to be kept may be missed. */
                updated_after?: components["parameters"]["updated_after"];
                /** @description Words, which the subject, the description or any comment must have, without regard to case and accents. `"a phrase"`, `-word`, `word*`, `subject:word`; and every filter of this list as `name:value`, `name:"a value"` or `-name:value`. All else is a word. At most 32 of them. The last word finds longer ones, too, from three letters on. A key without `comments:read` searches subjects and descriptions only. */
                q?: string;
                /** @description `matches` shows where the words of `q` stand in each ticket. */
                include?: "matches"[];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundTicketsResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTicket"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RaisedTicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getTicket: {
        parameters: {
            query?: {
                /** @description What the ticket has besides, separated by commas. With `merged` or `participants`, and with `comments` or `follow_up` that may have changed alone, it is shown whole, also to a reader with `If-None-Match`. */
                include?: components["parameters"]["include"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncludedTicketResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicket"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    patchTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicket"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listTicketsLegacy: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description One or several statuses, separated by commas. Of several, one must exist; those that do not match nothing. */
                status?: components["parameters"]["status"];
                /** @description One or several, separated by commas. Of several, one must exist; those that do not match nothing. */
                priority?: components["parameters"]["priority"];
                /** @description With `follow_up_at`, tickets without a follow-up come last. */
                sort?: components["parameters"]["sort"];
                /** @description Ties are broken by number. */
                order?: components["parameters"]["order"];
                customer_id?: components["parameters"]["customer_id_2"];
                /** @description Any address of the customer. */
                customer_email?: components["parameters"]["customer_email"];
                assignee_id?: components["parameters"]["assignee_id"];
                /** @description Address of a present or removed team member. */
                assignee_email?: components["parameters"]["assignee_email"];
                /** @description Name of a group. */
                group?: components["parameters"]["group"];
                /** @description Name of a category. `None` lists tickets without a category. */
                category?: components["parameters"]["category"];
                /** @description A tag, compared without regard to case. */
                tag?: components["parameters"]["tag"];
                external_id?: components["parameters"]["external_id"];
                source?: components["parameters"]["source"];
                /** @description Where the tickets came from. Tickets from before this filter have `import` or `api`. */
                channel?: components["parameters"]["channel"];
                /** @description Name of an active field. Needs `field_value`. */
                field_name?: components["parameters"]["field_name"];
                /** @description The value that the field must have. For a `multi_option` field, one of its labels. */
                field_value?: components["parameters"]["field_value"];
                /** @description When the tickets were created: days in the time zone of the workspace, as in reports. Today is the last day of `last_7_days` and its like; `last_24_hours` ends now. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date"];
                /** @description Whether the follow-up of the tickets has passed, is still to come, or there is none. */
                follow_up?: components["parameters"]["follow_up"];
                /** @description Whether `resolution_due_date` has passed. A ticket that is done or merged is not overdue, and neither is one without the date. */
                overdue?: components["parameters"]["overdue"];
                /** @description ISO 8601 date-time with an offset. Lists tickets that were changed after it. A change that takes long to be kept may be missed. */
                updated_after?: components["parameters"]["updated_after"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createTicketLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyCreateTicket"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRaisedTicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getTicketLegacy: {
        parameters: {
            query?: {
                /** @description What the ticket has besides, separated by commas. With `merged` or `participants`, and with `comments` or `follow_up` that may have changed alone, it is shown whole, also to a reader with `If-None-Match`. */
                include?: components["parameters"]["include"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Number or id of the ticket.
                 * @example 1
                 */
                ticket_number: components["parameters"]["ticket_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncludedTicketResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    updateTicketLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Number or id of the ticket.
                 * @example 1
                 */
                ticket_number: components["parameters"]["ticket_number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyUpdateTicket"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyTicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    batchTickets: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchTickets"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    exportTickets: {
        parameters: {
            query?: {
                /** @description `comments` adds the comments of each ticket, notes too. */
                include?: "comments"[];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description The position of the feed after which the reader continues. */
                    "X-Events-Position"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "missing_scope",
                     *       "error": "This API key lacks the scope exports:read."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    mergeTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 5
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeTicket"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            /**
             * @description A request with the same Idempotency-Key is still running.
             *
             *     The ticket is merged already. Or: A request with the same Idempotency-Key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "request_in_progress",
                     *       "error": "A request with this Idempotency-Key is still running."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    unmergeTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 3
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            /**
             * @description A request with the same Idempotency-Key is still running.
             *
             *     The ticket is not merged. Or: A request with the same Idempotency-Key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "request_in_progress",
                     *       "error": "A request with this Idempotency-Key is still running."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listTicketFields: {
        parameters: {
            query?: {
                /** @description The page to return. Without `page_number` and `page_size`, all fields are returned. */
                page_number?: number;
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Fields per page: 30 when only `page_number` is given, at most 100. A larger number is lowered to 100. */
                page_size?: number;
                /** @description State of the fields to return. When absent, fields of all states are returned. */
                state?: "active" | "inactive";
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeFieldsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createTicketField: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateField"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeFieldsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getTicketField: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id of the ticket field.
                 * @example 0190c7a4-af88-7164-83d5-6f7a8b9c0d1e
                 */
                field_id: components["parameters"]["field_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeFieldsRead403"];
            404: components["responses"]["TicketFieldNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    deleteTicketField: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the ticket field.
                 * @example 0190c7a4-b099-7275-94e6-7a8b9c0d1e2f
                 */
                field_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeFieldsWrite403"];
            404: components["responses"]["TicketFieldNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            /** @description The request is well formed but invalid. `field_errors` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ticket_field_active",
                     *       "error": "The ticket field is active: set its state to inactive before deleting it.",
                     *       "field_errors": [
                     *         {
                     *           "field": "field_id",
                     *           "message": "is the id of an active field; only inactive ones can be deleted"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidRequest"];
                };
            };
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    updateTicketField: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the ticket field.
                 * @example 0190c7a4-af88-7164-83d5-6f7a8b9c0d1e
                 */
                field_id: components["parameters"]["field_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateField"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeFieldsWrite403"];
            404: components["responses"]["TicketFieldNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listStatuses: {
        parameters: {
            query?: {
                /** @description The page to return. Without `page_number` and `page_size`, everything is returned. */
                page_number?: components["parameters"]["page_number_2"];
                /** @description Items per page: 30 when only `page_number` is given, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description The page to return. Without `page_number` and `page_size`, everything is returned. */
                page_number?: components["parameters"]["page_number_2"];
                /** @description Items per page: 30 when only `page_number` is given, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description The page to return. Without `page_number` and `page_size`, everything is returned. */
                page_number?: components["parameters"]["page_number_2"];
                /** @description Items per page: 30 when only `page_number` is given, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description The page to return. Without `page_number` and `page_size`, everything is returned. */
                page_number?: components["parameters"]["page_number_2"];
                /** @description Items per page: 30 when only `page_number` is given, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description In the order added, or the newest first. */
                order?: components["parameters"]["order_2"];
                /** @description One or several, separated by commas. */
                comment_type?: components["parameters"]["comment_type"];
                /** @description One or both, separated by commas. */
                author_type?: components["parameters"]["author_type"];
                /** @description What each comment has besides. */
                include?: components["parameters"]["include_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateComment"];
            };
        };
        responses: {
            /** @description It was there already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getComment: {
        parameters: {
            query?: {
                /** @description What the comment has besides. */
                include?: "sender_authenticated"[];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
                /**
                 * @description Id of the comment.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                comment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncludedCommentResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createCommentLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyCreateComment"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyCommentResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listCommentsLegacy: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description In the order added, or the newest first. */
                order?: components["parameters"]["order_2"];
                /** @description One or several, separated by commas. */
                comment_type?: components["parameters"]["comment_type"];
                /** @description One or both, separated by commas. */
                author_type?: components["parameters"]["author_type"];
                /** @description What each comment has besides. */
                include?: components["parameters"]["include_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Number or id of the ticket.
                 * @example 1
                 */
                ticket_number: components["parameters"]["ticket_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 2
                 */
                ticket_id: string;
                /**
                 * @description What the draft becomes.
                 * @example reply
                 */
                draft_type: components["parameters"]["draft_type"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    saveDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 4
                 */
                ticket_id: components["parameters"]["ticket_id_2"];
                /**
                 * @description What the draft becomes.
                 * @example reply
                 */
                draft_type: components["parameters"]["draft_type"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraft"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            /** @description The resource does not meet the condition of the request. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The entity tag of the resource. It changes whenever anything in its representation changes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "precondition_failed",
                     *       "error": "The resource is not in the state that the request expects; the header ETag names its current state."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    deleteDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
                /**
                 * @description What the draft becomes.
                 * @example note
                 */
                draft_type: "reply" | "note";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 4
                 */
                ticket_id: components["parameters"]["ticket_id_2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraft"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    sendDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
                /**
                 * @description What the draft becomes.
                 * @example reply
                 */
                draft_type: components["parameters"]["draft_type"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendDraft"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createDraftLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Number or id of the ticket.
                 * @example 4
                 */
                ticket_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraft"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCommentsWrite403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listForms: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "missing_scope",
                     *       "error": "This API key lacks the scope forms:read."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description One or both states, separated by commas. When absent, only active members are returned. Of several, one must exist; those that do not match nothing. */
                state?: components["parameters"]["state"];
                /** @description The address of the member, compared without regard to case. */
                email?: components["parameters"]["email"];
                sort?: components["parameters"]["sort_2"];
                /** @description Ties are broken by id. */
                order?: components["parameters"]["order_3"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createTeamMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamMembers"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTeamMembersResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id of the team member.
                 * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
                 */
                team_member_id: components["parameters"]["team_member_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersRead403"];
            404: components["responses"]["TeamMemberNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the team member.
                 * @example 0190c7a4-604f-7e21-8b51-2a3f4e5d6c7b
                 */
                team_member_id: components["parameters"]["team_member_id_2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["TeamMemberNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the team member.
                 * @example 0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a
                 */
                team_member_id: components["parameters"]["team_member_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTeamMember"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["TeamMemberNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    removeTeamMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveTeamMembers"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedTeamMembersResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listTeamMembersLegacy: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description One or both states, separated by commas. When absent, only active members are returned. Of several, one must exist; those that do not match nothing. */
                state?: components["parameters"]["state"];
                /** @description The address of the member, compared without regard to case. */
                email?: components["parameters"]["email"];
                sort?: components["parameters"]["sort_2"];
                /** @description Ties are broken by id. */
                order?: components["parameters"]["order_3"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createTeamMembersLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamMembers"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTeamMembersResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    removeTeamMembersLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveTeamMembers"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedTeamMembersResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            /** @description `Accept` is missing or does not include `application/json`. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_acceptable",
                     *       "error": "The Accept header must include application/json."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    removeTeamMemberLegacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the team member.
                 * @example 0190c7a4-604f-7e21-8b51-2a3f4e5d6c7b
                 */
                team_member_id: components["parameters"]["team_member_id_2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTeamMembersWrite403"];
            404: components["responses"]["TeamMemberNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position: `next_after` of the page before. Without it, from the oldest event that is shown. */
                after?: components["parameters"]["after"];
                /** @description Only events of these types, separated by commas. Of several, one must exist; those that do not match nothing. */
                types?: components["parameters"]["types"];
                /** @description Whether to show that notes were added. Leave it out when customers see what you make of the events. */
                include_notes?: components["parameters"]["include_notes"];
                /** @description How many events at most. A page of more than 1 MiB ends earlier. */
                limit?: components["parameters"]["limit"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEventsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            410: components["responses"]["CursorExpired410"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only events of these types, separated by commas. Of several, one must exist; those that do not match nothing. */
                types?: components["parameters"]["types"];
                /** @description Whether to show that notes were added. Leave it out when customers see what you make of the events. */
                include_notes?: components["parameters"]["include_notes"];
                /** @description Only events after this position. Without it, and without `Last-Event-ID`, the stream begins with the next event. */
                after?: components["parameters"]["after_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The last `id` of the stream that has ended. The next one continues after it, whatever `after` says. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEventsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            410: components["responses"]["CursorExpired410"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookSecretResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            /** @description The request is well formed but invalid. `field_errors` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_many_secrets",
                     *       "error": "At most 5 secrets of a webhook sign at the same time. Delete one first.",
                     *       "field_errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidRequest"];
                };
            };
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    deleteWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
                /**
                 * @description Id of the secret.
                 * @example 0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b
                 */
                secret_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            /** @description The request is well formed but invalid. `field_errors` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "newest_secret",
                     *       "error": "The newest secret cannot be deleted, because deliveries are signed with it. Make another one first.",
                     *       "field_errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidRequest"];
                };
            };
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "failed";
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
                /**
                 * @description Id of the delivery, which is that of its event.
                 * @example 0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c
                 */
                delivery_id: components["parameters"]["delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
                /**
                 * @description Id of the delivery, which is that of its event.
                 * @example 0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c
                 */
                delivery_id: components["parameters"]["delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a
                 */
                webhook_id: components["parameters"]["webhook_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeWebhooksWrite403"];
            404: components["responses"]["WebhookNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listInboundEmails: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Only mails in this state. When absent, all but those that were deleted. */
                state?: "pending" | "accepted" | "ignored" | "suspended" | "deleted";
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEmailListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEmailsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    receiveInboundEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The mail as it came (RFC 5322). */
        requestBody: {
            content: {
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description It was there already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEmailResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEmailResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            /** @description The key lacks the scope of this operation, which `error` names, or the workspace is suspended. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "missing_scope",
                     *       "error": "This API key lacks the scope emails:write."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "email_too_large",
                     *       "error": "A mail must be 25 MB or smaller."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unsupported_media_type",
                     *       "error": "The body must be message/rfc822, and not compressed."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getInboundEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id of the mail.
                 * @example 0190c7a4-d1cc-7386-a5f7-8b9c0d1e2f3a
                 */
                inbound_email_id: components["parameters"]["inbound_email_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEmailResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEmailsRead403"];
            404: components["responses"]["InboundEmailNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    deleteInboundEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the mail.
                 * @example 0190c7a4-d3cc-7386-a5f7-8b9c0d1e2f3a
                 */
                inbound_email_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEmailsManage403"];
            404: components["responses"]["InboundEmailNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getInboundEmailRaw: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description One range of bytes (RFC 9110, section 14). Several are answered with the whole file. */
                Range?: components["parameters"]["Range"];
                /** @description An entity tag. When the file has another one, it is answered whole. */
                "If-Range"?: components["parameters"]["If-Range"];
            };
            path: {
                /**
                 * @description Id of the mail.
                 * @example 0190c7a4-d1cc-7386-a5f7-8b9c0d1e2f3a
                 */
                inbound_email_id: components["parameters"]["inbound_email_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            302: components["responses"]["Found302"];
            304: components["responses"]["NotModified304"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEmailsRead403"];
            404: components["responses"]["InboundEmailNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            410: components["responses"]["BytesNotKept410"];
            412: components["responses"]["PreconditionFailed412"];
            416: components["responses"]["RangeNotSatisfiable416"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    releaseInboundEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the mail.
                 * @example 0190c7a4-d2cc-7386-a5f7-8b9c0d1e2f3a
                 */
                inbound_email_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReleaseInboundEmail"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEmailResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeEmailsManage403"];
            404: components["responses"]["InboundEmailNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            /**
             * @description A request with the same Idempotency-Key is still running.
             *
             *     The mail is not suspended. Or: A request with the same Idempotency-Key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "request_in_progress",
                     *       "error": "A request with this Idempotency-Key is still running."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            410: components["responses"]["BytesNotKept410"];
            412: components["responses"]["PreconditionFailed412"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listCustomerSessions: {
        parameters: {
            query: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description The customer. */
                customer_id: components["parameters"]["customer_id_3"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSessionListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersImpersonate403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    createCustomerSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerSession"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersImpersonate403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    endCustomerSessions: {
        parameters: {
            query: {
                /** @description The customer. */
                customer_id: components["parameters"]["customer_id_3"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersImpersonate403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    endCustomerSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the session.
                 * @example 0190c7a4-e2bb-7497-b608-9c0d1e2f3a4b
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeCustomersImpersonate403"];
            /** @description The workspace, the route or the resource does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "customer_session_not_found",
                     *       "error": "There is no such customer session."
                     *     }
                     */
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_2"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    uploadPortalAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            413: components["responses"]["FileTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415_2"];
            422: components["responses"]["InvalidRequest422_2"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getPortalAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description One range of bytes (RFC 9110, section 14). Several are answered with the whole file. */
                Range?: components["parameters"]["Range"];
                /** @description An entity tag. When the file has another one, it is answered whole. */
                "If-Range"?: components["parameters"]["If-Range"];
            };
            path: {
                /**
                 * @description Id of the attachment.
                 * @example 0190c7a4-d1bb-7497-b608-9c0d1e2f3a4b
                 */
                attachment_id: components["parameters"]["attachment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            302: components["responses"]["Found302"];
            304: components["responses"]["NotModified304"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["AttachmentNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            416: components["responses"]["RangeNotSatisfiable416"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listPortalComments: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description In the order added, or the newest first. */
                order?: components["parameters"]["order_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCommentListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    addPortalComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPortalComment"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCommentResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_4"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listPortalEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position: `next_after` of the page before. Without it, from the oldest event that is shown. */
                after?: components["parameters"]["after"];
                /** @description How many events at most. A page of more than 1 MiB ends earlier. */
                limit?: components["parameters"]["limit"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalEventListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            410: components["responses"]["CursorExpired410"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    streamPortalEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position. Without it, and without `Last-Event-ID`, the stream begins with the next event. */
                after?: components["parameters"]["after_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The last `id` of the stream that has ended. The next one continues after it, whatever `after` says. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            410: components["responses"]["CursorExpired410"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getPortalMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalMeResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    listPortalTickets: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description One or several statuses, separated by commas. */
                status?: string[];
                /** @description Words and phrases of the subject, the description or a reply, and `status:name`. All else is a word. */
                q?: string;
                sort?: "created_at" | "updated_at";
                order?: "asc" | "desc";
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalTicketListResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    raisePortalTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RaisePortalTicket"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalTicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409"];
            413: components["responses"]["BodyTooLarge413"];
            415: components["responses"]["UnsupportedMediaType415"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimited429_4"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getPortalTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalTicketResponse"];
                };
            };
            304: components["responses"]["NotModified304_2"];
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            412: components["responses"]["PreconditionFailed412"];
            429: components["responses"]["RateLimited429_3"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    closePortalTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description Entity tags, or `*`. When the resource has none of them, the request is refused with 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within its quota. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalTicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            409: components["responses"]["RequestInProgress409_2"];
            412: components["responses"]["PreconditionFailed412"];
            422: components["responses"]["IdempotencyKeyReused422"];
            429: components["responses"]["RateLimited429_4"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportTickets: {
        parameters: {
            query?: {
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportTicketTimeSeries: {
        parameters: {
            query?: {
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSeriesResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportAgents: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportGroups: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportSurveys: {
        parameters: {
            query?: {
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportTicketsLegacy: {
        parameters: {
            query?: {
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportTicketTimeSeriesLegacy: {
        parameters: {
            query?: {
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSeriesResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportAgentsLegacy: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportGroupsLegacy: {
        parameters: {
            query?: {
                page_number?: components["parameters"]["page_number"];
                /** @description Another name of `page_number`, which counts when both are there. */
                page?: components["parameters"]["page"];
                /** @description Items per page, at most 100. A larger number is lowered to 100. */
                page_size?: components["parameters"]["page_size"];
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    reportSurveysLegacy: {
        parameters: {
            query?: {
                /** @description Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this minute. `custom` needs `start_date` and `end_date`. */
                range_type?: components["parameters"]["range_type_2"];
                /** @description First day, inclusive. Only with `range_type=custom`. */
                start_date?: components["parameters"]["start_date"];
                /** @description Last day, inclusive: at most 3660 days with the first one. Only with `range_type=custom`. */
                end_date?: components["parameters"]["end_date_2"];
            };
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeReportsRead403"];
            404: components["responses"]["WorkspaceNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            422: components["responses"]["InvalidRequest422_3"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    getTicketMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for this request. A well-formed id appears in the answer and in the service log. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Id or number of the ticket.
                 * @example 1
                 */
                ticket_id: components["parameters"]["ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketMetricsResponse"];
                };
            };
            400: components["responses"]["MalformedRequest400"];
            401: components["responses"]["Unauthorized401"];
            403: components["responses"]["MissingScopeTicketsRead403"];
            404: components["responses"]["TicketNotFound404"];
            408: components["responses"]["RequestTimeout408"];
            429: components["responses"]["RateLimited429"];
            431: components["responses"]["HeadersTooLarge431"];
            500: components["responses"]["InternalError500"];
            503: components["responses"]["Unavailable503"];
        };
    };
    onCommentCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000020",
                 *       "position": 40,
                 *       "type": "comment.created",
                 *       "occurred_at": "2026-01-31T09:30:30.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "comment": {
                 *           "id": "0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a",
                 *           "comment_type": "reply",
                 *           "author_type": "agent",
                 *           "author": {
                 *             "id": "0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a",
                 *             "name": "Eve Jones",
                 *             "email": "eve@acme.example"
                 *           }
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CommentEvent"] & {
                    /** @constant */
                    type?: "comment.created";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onCustomerCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000004",
                 *       "position": 20,
                 *       "type": "customer.created",
                 *       "occurred_at": "2026-01-31T09:30:03.000Z",
                 *       "data": {
                 *         "customer": {
                 *           "id": "0190c7a4-2222-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "emails": [
                 *             null,
                 *             [
                 *               {
                 *                 "email": "ann@customer.example",
                 *                 "primary": true
                 *               }
                 *             ]
                 *           ],
                 *           "first_name": [
                 *             null,
                 *             "Ann"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CustomerEvent"] & {
                    /** @constant */
                    type?: "customer.created";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onCustomerUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000005",
                 *       "position": 21,
                 *       "type": "customer.updated",
                 *       "occurred_at": "2026-01-31T09:30:04.000Z",
                 *       "data": {
                 *         "customer": {
                 *           "id": "0190c7a4-2222-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "first_name": [
                 *             "Ann",
                 *             "Anna"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CustomerEvent"] & {
                    /** @constant */
                    type?: "customer.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onEmailBounced: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000016",
                 *       "position": 32,
                 *       "type": "email.bounced",
                 *       "occurred_at": "2026-01-31T09:30:15.000Z",
                 *       "data": {
                 *         "inbound_email": {
                 *           "id": "0190c7a4-7777-7e31-b0a2-3c4d5e6f7a8b",
                 *           "reason": "bounce"
                 *         },
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "actor": {
                 *           "type": "service",
                 *           "id": null,
                 *           "name": "service"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EmailEvent"] & {
                    /** @constant */
                    type?: "email.bounced";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onEmailSuspended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000017",
                 *       "position": 33,
                 *       "type": "email.suspended",
                 *       "occurred_at": "2026-01-31T09:30:16.000Z",
                 *       "data": {
                 *         "inbound_email": {
                 *           "id": "0190c7a4-7777-7e31-b0a2-3c4d5e6f7a8b",
                 *           "reason": "spam"
                 *         },
                 *         "ticket": null,
                 *         "actor": {
                 *           "type": "service",
                 *           "id": null,
                 *           "name": "service"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EmailEvent"] & {
                    /** @constant */
                    type?: "email.suspended";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onFieldCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000009",
                 *       "position": 25,
                 *       "type": "field.created",
                 *       "occurred_at": "2026-01-31T09:30:08.000Z",
                 *       "data": {
                 *         "field": {
                 *           "id": "0190c7a4-4444-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "name": [
                 *             null,
                 *             "Size"
                 *           ],
                 *           "kind": [
                 *             null,
                 *             "text"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FieldEvent"] & {
                    /** @constant */
                    type?: "field.created";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onFieldDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000011",
                 *       "position": 27,
                 *       "type": "field.deleted",
                 *       "occurred_at": "2026-01-31T09:30:10.000Z",
                 *       "data": {
                 *         "field": {
                 *           "id": "0190c7a4-4444-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "name": [
                 *             "Width",
                 *             null
                 *           ],
                 *           "kind": [
                 *             "text",
                 *             null
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FieldEvent"] & {
                    /** @constant */
                    type?: "field.deleted";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onFieldUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000010",
                 *       "position": 26,
                 *       "type": "field.updated",
                 *       "occurred_at": "2026-01-31T09:30:09.000Z",
                 *       "data": {
                 *         "field": {
                 *           "id": "0190c7a4-4444-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "name": [
                 *             "Size",
                 *             "Width"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FieldEvent"] & {
                    /** @constant */
                    type?: "field.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onFormCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000012",
                 *       "position": 28,
                 *       "type": "form.created",
                 *       "occurred_at": "2026-01-31T09:30:11.000Z",
                 *       "data": {
                 *         "form": {
                 *           "id": "0190c7a4-5555-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "title": [
                 *             null,
                 *             "Contact"
                 *           ],
                 *           "slug": [
                 *             null,
                 *             "contact"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "operator",
                 *           "id": null,
                 *           "name": "desk workspace apply (alice)"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FormEvent"] & {
                    /** @constant */
                    type?: "form.created";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onFormSubmitted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000015",
                 *       "position": 31,
                 *       "type": "form.submitted",
                 *       "occurred_at": "2026-01-31T09:30:14.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "form": {
                 *           "id": "0190c7a4-5555-7e31-b0a2-3c4d5e6f7a8b",
                 *           "slug": "contact-us"
                 *         },
                 *         "actor": {
                 *           "type": "form",
                 *           "id": null,
                 *           "name": "contact-us"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FormSubmittedEvent"] & {
                    /** @constant */
                    type?: "form.submitted";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onFormUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000013",
                 *       "position": 29,
                 *       "type": "form.updated",
                 *       "occurred_at": "2026-01-31T09:30:12.000Z",
                 *       "data": {
                 *         "form": {
                 *           "id": "0190c7a4-5555-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "title": [
                 *             "Contact",
                 *             "Contact us"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "operator",
                 *           "id": null,
                 *           "name": "desk workspace apply (alice)"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FormEvent"] & {
                    /** @constant */
                    type?: "form.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTeamMemberCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000006",
                 *       "position": 22,
                 *       "type": "team_member.created",
                 *       "occurred_at": "2026-01-31T09:30:05.000Z",
                 *       "data": {
                 *         "team_member": {
                 *           "id": "0190c7a4-3333-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "email": [
                 *             null,
                 *             "eve@team.example"
                 *           ],
                 *           "role": [
                 *             null,
                 *             "agent"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "operator",
                 *           "id": null,
                 *           "name": "desk workspace apply (alice)"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamMemberEvent"] & {
                    /** @constant */
                    type?: "team_member.created";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTeamMemberRemoved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000008",
                 *       "position": 24,
                 *       "type": "team_member.removed",
                 *       "occurred_at": "2026-01-31T09:30:07.000Z",
                 *       "data": {
                 *         "team_member": {
                 *           "id": "0190c7a4-3333-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "state": [
                 *             "active",
                 *             "removed"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamMemberEvent"] & {
                    /** @constant */
                    type?: "team_member.removed";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTeamMemberUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000007",
                 *       "position": 23,
                 *       "type": "team_member.updated",
                 *       "occurred_at": "2026-01-31T09:30:06.000Z",
                 *       "data": {
                 *         "team_member": {
                 *           "id": "0190c7a4-3333-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "role": [
                 *             "agent",
                 *             "admin"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "operator",
                 *           "id": null,
                 *           "name": "desk workspace apply (alice)"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamMemberEvent"] & {
                    /** @constant */
                    type?: "team_member.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTicketCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000001",
                 *       "position": 17,
                 *       "type": "ticket.created",
                 *       "occurred_at": "2026-01-31T09:30:00.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "changes": {
                 *           "subject": [
                 *             null,
                 *             "Printer on fire"
                 *           ],
                 *           "status": [
                 *             null,
                 *             "new"
                 *           ],
                 *           "email": [
                 *             null,
                 *             "ann@customer.example"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketEvent"] & {
                    /** @constant */
                    type?: "ticket.created";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTicketFollowUpDue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000021",
                 *       "position": 37,
                 *       "type": "ticket.follow_up_due",
                 *       "occurred_at": "2026-01-31T09:30:20.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "due_at": "2026-01-31T09:30:00.000Z",
                 *         "changes": {
                 *           "follow_up_at": [
                 *             "2026-01-31T09:30:00.000Z",
                 *             null
                 *           ],
                 *           "status": [
                 *             "waiting_on_customer",
                 *             "open"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "service",
                 *           "id": null,
                 *           "name": "service"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketMomentEvent"] & {
                    /** @constant */
                    type?: "ticket.follow_up_due";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTicketMerged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000018",
                 *       "position": 34,
                 *       "type": "ticket.merged",
                 *       "occurred_at": "2026-01-31T09:30:17.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "changes": {
                 *           "status": [
                 *             "open",
                 *             "closed"
                 *           ],
                 *           "merged_into": [
                 *             null,
                 *             {
                 *               "id": "0190c7a4-7d66-7e31-b0a2-3c4d5e6f7a8b",
                 *               "number": 7
                 *             }
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketEvent"] & {
                    /** @constant */
                    type?: "ticket.merged";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTicketResolutionOverdue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000022",
                 *       "position": 38,
                 *       "type": "ticket.resolution_overdue",
                 *       "occurred_at": "2026-01-31T09:30:21.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "due_at": "2026-01-31T09:30:00.000Z",
                 *         "changes": {},
                 *         "actor": {
                 *           "type": "service",
                 *           "id": null,
                 *           "name": "service"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketMomentEvent"] & {
                    /** @constant */
                    type?: "ticket.resolution_overdue";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTicketUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000002",
                 *       "position": 18,
                 *       "type": "ticket.updated",
                 *       "occurred_at": "2026-01-31T09:30:01.000Z",
                 *       "data": {
                 *         "ticket": {
                 *           "id": "0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b",
                 *           "number": 42
                 *         },
                 *         "changes": {
                 *           "status": [
                 *             "new",
                 *             "open"
                 *           ],
                 *           "tags": [
                 *             [],
                 *             [
                 *               "vip"
                 *             ]
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "api_key",
                 *           "id": "0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b",
                 *           "name": "shop"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketEvent"] & {
                    /** @constant */
                    type?: "ticket.updated";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onTicketsImported: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000003",
                 *       "position": 19,
                 *       "type": "tickets.imported",
                 *       "occurred_at": "2026-01-31T09:30:02.000Z",
                 *       "data": {
                 *         "count": 500,
                 *         "first_number": 43,
                 *         "last_number": 542,
                 *         "updated": 0,
                 *         "customers_created": 20,
                 *         "actor": {
                 *           "type": "operator",
                 *           "id": null,
                 *           "name": "desk import tickets (alice)"
                 *         },
                 *         "silent": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketsImportedEvent"] & {
                    /** @constant */
                    type?: "tickets.imported";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onWebhookDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-c099-7275-94e6-000000000014",
                 *       "position": 30,
                 *       "type": "webhook.disabled",
                 *       "occurred_at": "2026-01-31T09:30:13.000Z",
                 *       "data": {
                 *         "webhook": {
                 *           "id": "0190c7a4-6666-7e31-b0a2-3c4d5e6f7a8b"
                 *         },
                 *         "changes": {
                 *           "state": [
                 *             "active",
                 *             "disabled"
                 *           ],
                 *           "disabled_reason": [
                 *             null,
                 *             "gone"
                 *           ]
                 *         },
                 *         "actor": {
                 *           "type": "service",
                 *           "id": null,
                 *           "name": "service"
                 *         },
                 *         "silent": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "webhook.disabled";
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.
                 * @example 0190c7a4-c099-7275-94e6-000000000001
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this try was made, in seconds since 1970.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, separated by blanks. One that fits is enough.
                 * @example v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c",
                 *       "type": "webhook.test",
                 *       "occurred_at": "2026-01-31T09:30:00.000Z",
                 *       "data": {
                 *         "webhook": {
                 *           "id": "0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    type: "webhook.test";
                    /** Format: date-time */
                    occurred_at: string;
                    data: {
                        webhook: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
        };
        responses: {
            410: components["responses"]["Gone410"];
            /** @description The event was taken. Nothing of the body is read past its first KiB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Answer4XX"];
        };
    };
}
