// The client package: what programs rely on when connections break.
export default [
  {
    name: 'a client with a new key for each try',
    file: 'packages/client/src/requests.ts',
    find: 'return await tryOnce(settings, call, request);',
    replace: 'return await tryOnce(settings, call, requestOf(settings, call));',
    specs: ['packages/client/src/client.spec.ts'],
    breaks: 'a write whose answer was lost is done twice',
  },
  {
    name: 'a client that repeats what is done each time',
    file: 'packages/client/src/retries.ts',
    find: "return isRepeatable(operation) || error.status === 429 || error.code === 'unavailable';",
    replace: 'return true;',
    specs: ['packages/client/src/client.spec.ts'],
    breaks: 'a webhook is made twice',
  },
  {
    name: 'a client that gives an event twice',
    file: 'packages/client/src/events.ts',
    find: 'if (event.position <= last) continue;',
    replace: '',
    specs: ['packages/client/src/events.spec.ts'],
    breaks: 'a consumer handles an event a second time',
  },
  {
    name: 'a client whose webhooks never grow old',
    file: 'packages/client/src/webhooks.ts',
    find: 'Math.abs(apart) <= tolerance',
    replace: 'Math.abs(apart) >= 0',
    specs: ['packages/client/src/webhooks.spec.ts'],
    breaks: 'who has read a request can send it again for good',
  },
  {
    name: 'a client that takes a part of a path as it is',
    file: 'packages/client/src/requests.ts',
    find: 'return encodeURIComponent(text);',
    replace: 'return text;',
    specs: ['packages/client/src/client.spec.ts'],
    breaks: 'an id from outside reaches another operation',
  },
];
