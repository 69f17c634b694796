import { escapeIdentifier } from 'pg';

/** The facts that the standby tells about itself. */
export interface StandbyFacts {
  readonly cluster: string;
  readonly isStandby: boolean;
  /** The name under which it receives the log; null while it receives nothing. */
  readonly name: string | null;
  /** Whether it has applied the log up to the position asked for; null when none was given. */
  readonly hasApplied: boolean | null;
}

/** The facts that the primary tells about its standbys. */
export interface PrimaryFacts {
  readonly cluster: string;
  readonly role: string;
  readonly maySeeStandbys: boolean;
  readonly synchronousCommit: string;
  /** The standbys that are connected to it. */
  readonly standbys: readonly { readonly name: string; readonly state: string }[];
  /** Whether a commit has been waiting for a standby for more than two seconds. */
  readonly holdsCommits: boolean;
  /** The end of its log. */
  readonly position: string;
}

/** `$1`: a position in the log, or null. */
export const ASK_STANDBY = String.raw`
  SELECT system_identifier::text AS cluster, pg_is_in_recovery() AS "isStandby",
    COALESCE(substring(conninfo FROM '(?:^| )application_name=(\S+)'),
      substring(conninfo FROM 'fallback_application_name=(\S+)')) AS name,
    pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasApplied"
  FROM pg_control_system() LEFT JOIN pg_stat_wal_receiver ON status = 'streaming'`;

/** The position is read last, so that it covers every commit that did not have to wait for these standbys. */
export const ASK_PRIMARY = `
  SELECT system_identifier::text AS cluster, current_user AS role,
    pg_has_role('pg_read_all_stats', 'USAGE') AS "maySeeStandbys",
    current_setting('synchronous_commit') AS "synchronousCommit",
    EXISTS (SELECT FROM pg_stat_activity
      WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '2 s') AS "holdsCommits",
    (SELECT COALESCE(json_agg(json_build_object('name', application_name, 'state', sync_state)), '[]')
      FROM pg_stat_replication) AS standbys,
    pg_current_wal_flush_lsn()::text AS position
  FROM pg_control_system()`;

/** The name of a standby that was given none. Several standbys may have it. */
const DEFAULT_NAME = 'walreceiver';

/** Says in a sentence why the primary may confirm a commit before the standby has applied it; null when it may not. */
export function lackIn({ isStandby, name }: StandbyFacts, primary: PrimaryFacts): string | null {
  const { role, synchronousCommit } = primary;
  const [state = 'not connected', ...others] = primary.standbys
    .filter((standby) => standby.name === name)
    .map((standby) => standby.state);
  if (!isStandby) return 'DATABASE_REPLICA_URL does not lead to a standby.';
  if (!primary.maySeeStandbys)
    return `The role "${role}" cannot see which standby is synchronous: an administrator must run GRANT pg_read_all_stats TO ${escapeIdentifier(role)}.`;
  if (synchronousCommit !== 'remote_apply')
    return `synchronous_commit is "${synchronousCommit}" on the primary and must be "remote_apply".`;
  if (name === null) return 'The standby receives no log from the primary.';
  if (name === DEFAULT_NAME) return 'The standby has no name of its own: set cluster_name on it.';
  if (others.length > 0) return `Several standbys have the name "${name}".`;
  if (state === 'sync') return null;
  return `The primary says that the standby "${name}" is ${state}, not sync: set synchronous_standby_names = 'FIRST 1 ("${name}")' on the primary.`;
}
