import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/env.js';
import { answerClientErrors } from '../platform/http/server/client-error.js';
import { limitBodyTime } from '../platform/http/requests/body-time.js';
import { answerInTime } from '../platform/http/requests/request-deadline.js';
import { answerPreflights, permissionsOf } from '../platform/http/answers/cross-origin.js';
import { logRequests, type AnsweredRequest } from '../platform/http/log/request-log.js';
import { UNTAKEN_MS } from '../platform/http/answers/reply.js';
import { secureReplies } from '../platform/http/answers/security-headers.js';
import { limitRequests, type RequestTimeouts } from '../platform/http/server/server-limits.js';
import { noticeUnnamedProxy } from '../platform/http/log/unnamed-proxy.js';
import { refuseMalformedRequests } from '../platform/http/requests/well-formed-request.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import { showErrorPages } from '../forms/pages/page-answers.js';
import { describeApi } from './api-document.js';
import { serveDocumentation } from './documentation/serve-documentation.js';

/** Keeps Nest from reading bodies: `JsonBodyInterceptor` reads them after the key was checked. */
export const APP_SETTINGS = { bodyParser: false, abortOnError: false } as const;

/** Sets up the proxy trust, security headers, origins, request log and documentation of `main` and of every end-to-end test. */
export function configureApp(
  app: NestExpressApplication,
  config: Pick<Config, 'trustProxy' | 'corsOrigins' | keyof RequestTimeouts>,
  log: Logger,
  measure?: (request: AnsweredRequest, ms: number) => void,
): void {
  limitRequests(app.getHttpServer(), config);
  answerClientErrors(app.getHttpServer(), config.corsOrigins);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy ?? false);
  app.set('query parser', 'simple');
  app.use(secureReplies);
  if (config.corsOrigins.length > 0) {
    app.enableCors(permissionsOf(config.corsOrigins));
    app.use(answerPreflights);
  }
  app.use(
    logRequests(
      log,
      (request) => {
        const { workspaceId, apiKeyId } = contextOf(request);
        return { workspace: workspaceId, key: apiKeyId };
      },
      measure,
    ),
  );
  if (config.trustProxy === undefined) app.use(noticeUnnamedProxy(log));
  app.use(limitBodyTime(app.getHttpServer(), config.requestTimeoutMs));
  app.use(answerInTime);
  app.use('/forms', showErrorPages);
  app.use(refuseMalformedRequests);
  app.use(['/docs', '/openapi.json'], (_request: Request, response: Response, next: NextFunction) => {
    response.setTimeout(UNTAKEN_MS);
    next();
  });
  serveDocumentation(app, () => describeApi(app));
}
