import { Counter, Histogram, type Registry } from 'prom-client';
import type { AnsweredRequest } from '../http/log/request-log.js';
import { WorkspaceShares } from './workspace-shares.js';

/** The bounds are seconds. Reads of a ticket fall into the first three, lists into the middle. No request takes longer than the last. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** At most this number of workspaces has series of its own. All others share one. */
const NAMED_WORKSPACES = 50;
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Counts each request once, when it is answered or given up. */
export class RequestMetrics {
  private readonly durations: Histogram;
  private readonly authenticationFailures: Counter;
  private readonly rateLimited: Counter;
  private readonly workspaces = new WorkspaceShares(NAMED_WORKSPACES);
  /** The keys are route, method and class of status. Remembering the series avoids building the labels for each request. */
  private readonly observers = new Map<string, Histogram.Internal<string>>();

  constructor(registry: Registry) {
    const registers = [registry];
    this.durations = new Histogram({
      name: 'support_desk_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer.',
      labelNames: ['method', 'route', 'class'],
      buckets: BUCKETS,
      registers,
    });
    this.authenticationFailures = new Counter({
      name: 'support_desk_authentication_failures_total',
      help: 'Requests that were refused because of their API key (401).',
      registers,
    });
    this.rateLimited = new Counter({
      name: 'support_desk_rate_limited_requests_total',
      help: 'Requests that were refused because of a rate limit (429).',
      registers,
    });
    countByWorkspace(this.workspaces, registers);
  }

  readonly observe = ({ method, route, status, workspace }: AnsweredRequest, ms: number): void => {
    const statusClass = Math.floor(status / 100);
    const seconds = ms / 1000;
    this.observerOf(route, method, statusClass).observe(seconds);
    if (workspace !== undefined) this.workspaces.count(workspace, statusClass, seconds);
    if (status === 401) this.authenticationFailures.inc();
    else if (status === 429) this.rateLimited.inc();
  };

  private observerOf(route: string, method: string, statusClass: number): Histogram.Internal<string> {
    const key = `${statusClass} ${method} ${route}`;
    const known = this.observers.get(key);
    if (known) return known;
    const observer = this.durations.labels({ method, route, class: nameOfClass(statusClass) });
    this.observers.set(key, observer);
    return observer;
  }
}

function countByWorkspace(workspaces: WorkspaceShares, registers: Registry[]): void {
  new Counter({
    name: 'support_desk_workspace_requests_total',
    help: `Requests by workspace: the ${NAMED_WORKSPACES} busiest by id, "other" for the rest.`,
    labelNames: ['workspace', 'class'],
    registers,
    collect() {
      this.reset();
      for (const { workspace, requests } of workspaces.list()) {
        for (const [index, count] of requests.entries())
          if (count > 0 || index === 1) this.inc({ workspace, class: nameOfClass(index + 1) }, count);
      }
    },
  });
  new Counter({
    name: 'support_desk_workspace_request_seconds_total',
    help: 'Time that requests took, by workspace: the busiest by id, "other" for the rest.',
    labelNames: ['workspace'],
    registers,
    collect() {
      this.reset();
      for (const { workspace, seconds } of workspaces.list()) this.inc({ workspace }, seconds);
    },
  });
}

function nameOfClass(statusClass: number): string {
  return CLASSES[statusClass - 1] ?? 'unknown';
}
