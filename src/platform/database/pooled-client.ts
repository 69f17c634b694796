import pg from 'pg';
import { PreparedQuery } from './pg-internals.js';

/** A pooler may stand between the service and PostgreSQL. */
export interface Pooling {
  /** A pooler of the kind `transaction` gives each transaction another connection. `none` also means one that does not matter. */
  readonly pooler: 'none' | 'transaction';
  /** Whether statements may be prepared once under a name and then be run again by it. */
  readonly prepared: boolean;
}

const NO_POOLING: Pooling = Object.freeze({ pooler: 'none', prepared: true });

/** Tells whether no pooler that matters stands in between. */
export function isDirect({ pooler, prepared }: Pooling = NO_POOLING): boolean {
  return pooler === 'none' && prepared;
}

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

const BEGINNING = /^(BEGIN|START TRANSACTION)\b[^;]*/;

type Limits = Partial<Record<(typeof LIMITS)[number], number | false>>;

/** Returns the class of connections. It is pg's own, unless a pooler would not understand that. */
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
      // The settings of the text itself come later, so they win.
      if (typeof given === 'string') return given.replace(BEGINNING, `$&${this.limits}`);
      if (prepared) return given;
      if (given instanceof PreparedQuery) given.name = '';
      return isNamed(given) ? { ...given, name: undefined } : given;
    }
  };
}

/** Tells whether a statement has a name, and is no object that sends itself. */
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
