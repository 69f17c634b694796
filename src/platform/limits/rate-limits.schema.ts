import { READ_WRITE, type RoomSchema } from '../database/schema.js';

export const rateLimitsSchema: RoomSchema = {
  room: 'platform',
  statements: [
    // Requests of keys and client addresses, which belong to no workspace. After a crash the table is empty, and counts are useless then.
    `CREATE UNLOGGED TABLE rate_limit_counts (
      id text NOT NULL,
      hits bigint NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT rate_limit_counts_pkey PRIMARY KEY (id)
    ) WITH (fillfactor = 50)`,
  ],
  rights: { rate_limit_counts: READ_WRITE },
};
