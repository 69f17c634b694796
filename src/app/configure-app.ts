import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { actorOf, adminNames } from '../admin/admin-caller.js';
import { refuseForeign } from '../admin/foreign-requests.js';
import type { Config } from '../platform/config/env.js';
import { answerClientErrors } from '../platform/http/server/client-error.js';
import { limitBodyTime } from '../platform/http/requests/body-time.js';
import { answerInTime } from '../platform/http/requests/request-deadline.js';
import { answerPreflights, permissionsOf } from '../platform/http/server/cross-origin.js';
import { logRequests, type AnsweredRequest, type RequestOwner } from '../platform/http/log/request-log.js';
import { secureReplies } from '../platform/http/answers/security-headers.js';
import { limitRequests, type RequestTimeouts } from '../platform/http/server/server-limits.js';
import { noticeUnnamedProxy } from '../platform/http/log/unnamed-proxy.js';
import { refuseMalformedRequests } from '../platform/http/requests/well-formed-request.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import { showErrorPages } from '../forms/pages/page-answers.js';
import { serveDocumentation } from './documentation/serve-documentation.js';

/** Keeps Nest from reading bodies: `JsonBodyInterceptor` reads them after the key was checked. */
export const APP_SETTINGS = { bodyParser: false, abortOnError: false } as const;

type ListenerConfig = Pick<Config, 'trustProxy' | 'corsOrigins' | keyof RequestTimeouts>;

/** Sets up the proxy trust, security headers, origins, request log and documentation of `main` and of every end-to-end test. */
export function configureApp(
  app: NestExpressApplication,
  config: ListenerConfig,
  log: Logger,
  measure?: (request: AnsweredRequest, ms: number) => void,
): void {
  const ownerOf = (request: Request): RequestOwner => {
    const { workspaceId, apiKeyId, customer } = contextOf(request);
    return { workspace: workspaceId, key: apiKeyId ?? customer?.apiKeyId };
  };
  configureListener(app, config, log, logRequests(log, ownerOf, measure));
  app.use('/forms', showErrorPages);
  app.use(refuseMalformedRequests);
  // The code of a document is loaded when somebody asks for it.
  serveDocumentation(app, async () => (await import('./api-document.js')).describeApi(app));
}

/** Sets up the listener for administration. No page may call it, except its own documentation. */
export function configureAdmin(
  app: NestExpressApplication,
  config: ListenerConfig & Pick<Config, 'admin'>,
  log: Logger,
): void {
  const ownerOf = (request: Request): RequestOwner => {
    const name = adminNames.of(request);
    return { workspace: undefined, key: name && actorOf(name) };
  };
  configureListener(app, { ...config, corsOrigins: [] }, log, logRequests(log, ownerOf));
  app.use(refuseMalformedRequests);
  app.use(refuseForeign([...config.admin.hosts, config.admin.host]));
  serveDocumentation(app, async () => (await import('./admin-document.js')).describeAdmin(app), [
    '/openapi.json',
    '/openapi-admin.json',
  ]);
}

/** Sets up what every listener has: limits of its connections, security headers, the log, and the time of a request. */
function configureListener(
  app: NestExpressApplication,
  config: ListenerConfig,
  log: Logger,
  logged: RequestHandler,
): void {
  limitRequests(app.getHttpServer(), config);
  answerClientErrors(app.getHttpServer(), config.corsOrigins);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy ?? false);
  app.set('query parser', 'simple');
  app.use(secureReplies);
  app.use(logged);
  if (config.corsOrigins.length > 0) {
    app.enableCors(permissionsOf(config.corsOrigins));
    app.use(answerPreflights);
  }
  if (config.trustProxy === undefined) app.use(noticeUnnamedProxy(log));
  app.use(limitBodyTime(app.getHttpServer(), config.requestTimeoutMs));
  app.use(answerInTime);
}
