import pg from 'pg';
import { PreparedQuery } from './pg-internals.js';

/** What stands between the service and PostgreSQL. */
export interface Pooling {
  /** `transaction`: a pooler that gives each transaction another connection; `none`: nothing that matters. */
  readonly pooler: 'none' | 'transaction';
  /** Whether statements may be prepared once under a name and then be run again by it. */
  readonly prepared: boolean;
}

const NO_POOLING: Pooling = Object.freeze({ pooler: 'none', prepared: true });

/** Whether a connection is one to PostgreSQL itself, as far as it matters. */
export function isDirect({ pooler, prepared }: Pooling = NO_POOLING): boolean {
  return pooler === 'none' && prepared;
}

/** The limits of a session that pg asks for while it connects. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

const BEGINNING = /^(BEGIN|START TRANSACTION)\b[^;]*/;

type Limits = Partial<Record<(typeof LIMITS)[number], number | false>>;

/** The kind of connection to make: pg's own, unless something stands between that would not understand it. */
export function clientClass(pooling: Pooling = NO_POOLING): typeof pg.Client {
  if (isDirect(pooling)) return pg.Client;
  const { pooler, prepared } = pooling;
  return class PooledClient extends pg.Client {
    private readonly limits: string;

    /** A pooler refuses limits of the session: for it a session is a transaction, so each transaction sets them. */
    constructor(config: pg.ClientConfig) {
      super(pooler === 'none' ? config : withoutLimits(config));
      this.limits = pooler === 'none' ? '' : limitsOf(config as Limits & { readonly options?: string });
    }

    override query = ((given: unknown, ...rest: unknown[]): unknown => {
      return (super.query as (...all: unknown[]) => unknown)(this.suited(given), ...rest);
    }) as pg.Client['query'];

    private suited(given: unknown): unknown {
      // What the text itself sets comes behind, and counts.
      if (typeof given === 'string') return given.replace(BEGINNING, `$&${this.limits}`);
      if (prepared) return given;
      if (given instanceof PreparedQuery) given.name = '';
      return isNamed(given) ? { ...given, name: undefined } : given;
    }
  };
}

/** A statement as such, and no stream that brings its own way to be sent. */
function isNamed(given: unknown): given is { readonly name: string } {
  return typeof given === 'object' && given !== null && 'name' in given && !('submit' in given);
}

function withoutLimits(config: pg.ClientConfig): pg.ClientConfig {
  return { ...config, ...Object.fromEntries(LIMITS.map((name) => [name, false])), options: '' };
}

function limitsOf(config: Limits & { readonly options?: string }): string {
  const limits = LIMITS.map((name) => {
    const value = config[name];
    return typeof value === 'number' ? `; SET LOCAL ${name} = ${value}` : '';
  });
  const options = config.options?.matchAll(/-c (\w+)=(\S+)/g) ?? [];
  const settings = [...options].map(([, name = '', value = '']) => `; SET LOCAL ${name} = ${value}`);
  return [...limits, ...settings].join('');
}
