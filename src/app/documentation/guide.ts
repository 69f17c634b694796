/** The first page of the documentation, in Markdown. It is the description of the OpenAPI document, too. */
export const GUIDE = `Support Desk is a helpdesk that you run yourself. This is its API for other programs: tickets, custom fields, customers, forms and
team members of one workspace. Every request goes to the address of the workspace, \`https://<subdomain>.<base domain>\`. Bodies are JSON in UTF-8.

## A key

Every request carries a key of the workspace in \`X-Api-Key\`. An operator makes it on the machine of the service and gives it to you:

    npm run -s desk -- keys create acme --name "my program" --scopes tickets:read,tickets:write

The key is shown once. The first \`npm start\` makes a demo workspace and prints its key. On this page, press **Authorize** and enter it; your browser
keeps it until you press **Logout**. A key may have scopes: each operation names the one that it needs in \`x-required-scope\`. Without the
scope the answer is 403; without a valid key it is 401.

## Pages

Lists take \`page_number\` (from 1) and \`page_size\` (1 to 100, 30 by default). The answer has \`pagination\` with \`total_records\` and
\`total_pages\`, which are exact. A page after the last one is empty. To follow what changes, sort by \`updated_at\`.

## Conversation

What is said about a ticket is at \`/tickets/{ticket_id}/comments\`: the description first, then replies, which are for the customer's eyes, and notes, which
never are. A key with \`comments:read\` sees notes, so show nothing of it to customers unless it is a \`reply\`. Drafts become comments when they are sent.

## Values to choose from

Statuses, categories, groups, companies and tags belong to the workspace, and so do ticket fields with their options. \`GET /statuses\`,
\`/categories\`, \`/groups\`, \`/companies\`, \`/tags\` and \`/fields\` list them; a tag comes with the number of its tickets. Requests
name them as they are written there, and may make new tags. A 422 says which value is not known. Values that are the same everywhere, such as priorities, are listed
with each property.

## Errors

Every error has the same shape: \`error\` is a sentence for a person, \`code\` is a stable word for a program, and \`field_errors\` of a 422 lists
every problem of the request with its path, such as \`ticket_fields.Country\`. Only a 401 has no more than \`error\`. A refused request changes nothing. Every answer has an
\`X-Request-Id\`, which helps the operator to find the request in the log.

## Changing what others change

An answer with a single ticket or field has an \`ETag\`. Send it as \`If-Match\` with the change, and the change is made only if nobody was faster;
otherwise the answer is 412 and nothing is changed. A \`GET\` with \`If-None-Match\` is answered with 304 while nothing has changed.

## Sending again

When no answer came, send the write again with the same \`Idempotency-Key\` (a UUID in double quotes, a new one for each request). It is done
once, and the repetition gets the first answer, with \`Idempotent-Replayed\`. Answers are kept for up to 24 hours.

## Limits

\`RateLimit\` and \`RateLimit-Policy\` say how many requests the key has left. A 429 names the seconds to wait in \`Retry-After\`, and so does a 503; after both,
send the request again. A body has at most 1 MiB, and every request is answered within 5 seconds.

## What the API does not do

It does not sign in people: a key stands for a program, and who has it may do what its scopes allow. It makes no workspaces, keys, statuses, categories or
groups; an operator does that at the command line. It deletes no tickets. Reports and knowledge bases are not part of it.`;
