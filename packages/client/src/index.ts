export { Desk, type DeskSettings } from './client.js';
export * from './errors.js';
export type { Operations } from './operations.js';
export type { Answer, Body, BodyBytes, Data, Item, List, Options, RequestOptions, Schemas } from './types.js';
