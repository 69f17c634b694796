import { getMetadataArgsStorage } from 'typeorm';
import { loaded } from './loaded.js';

const exported = await loaded('entities');
const tables = new Set<unknown>(getMetadataArgsStorage().tables.map(({ target }) => target));

/** Every entity of the features. A contract test compares their tables with the facts, and both with the migrated schema. */
export const entities = exported.filter((one): one is new () => object => tables.has(one));
