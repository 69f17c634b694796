// What programs that are led by a language model can do.
export default [
  {
    name: 'an operation of a tool without its scope',
    file: 'src/auth/api-key.guard.ts',
    find: 'this.refuseUnlessAllowed(context, { scopes: keyScopes }, access);',
    replace: '',
    specs: ['test/api/mcp/reading-tools.spec.ts'],
    breaks: 'a key reads by a tool what it may not read by the API',
  },
  {
    name: 'replies with the scope for drafts',
    file: 'src/conversations/comments.controller.ts',
    find: 'if (!mayReply) refuseOtherThanNote(entry.value);',
    replace: '',
    specs: ['test/system/mcp/obedient-reader.spec.ts'],
    breaks: 'a ticket can have a model write to customers with the advised key',
  },
  {
    name: "a draft in place of a person's",
    file: 'src/mcp/tools/comment-tools.ts',
    find: "{ 'if-none-match': '*' }",
    replace: '{}',
    specs: ['test/api/mcp/writing-tools.spec.ts'],
    breaks: 'a model throws away what a person has written',
  },
  {
    name: 'a page of a foreign origin at MCP',
    file: 'src/mcp/foreign-origin.middleware.ts',
    find: 'if (origin !== undefined && !this.isKnown(origin, request.host)) throw foreignOrigin();',
    replace: '',
    specs: ['test/api/mcp/protocol.spec.ts'],
    breaks: 'a page of another site calls the desk',
  },
  {
    name: 'a plain call that names another tool in its header',
    file: 'src/mcp/direct-call.rules.ts',
    find: "headers['mcp-name'] === name",
    replace: 'true',
    specs: ['test/api/mcp/protocol.spec.ts'],
    breaks: 'a proxy that trusts the header lets another tool pass',
  },
];
