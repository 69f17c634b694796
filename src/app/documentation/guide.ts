/** The first page of the documentation, in Markdown. It is the description of the OpenAPI document, too. docs/api-guide.md says more. */
export const GUIDE = `Support Desk is a helpdesk that you run yourself. This is its API for other programs, for one workspace, at \`https://<subdomain>.<base domain>\`.

- **Key**: every request carries \`X-Api-Key\`. An operator makes it: \`desk keys create acme --name "my program"\`. Press **Authorize** to enter yours.
- **Lists** take \`page_number\` and \`page_size\` (at most 100), and answer exact totals in \`pagination\`.
- **Errors** have a sentence in \`error\`, a stable word in \`code\`, and every problem of the request in \`field_errors\`. A refused request changes nothing.
- **Changes** are safe with \`If-Match\` and the \`ETag\` of an answer, and can be sent again with the same \`Idempotency-Key\`.
- **Limits**: \`RateLimit\` says what is left. After a 429 or 503, wait for \`Retry-After\`. A body has at most 1 MiB.`;
