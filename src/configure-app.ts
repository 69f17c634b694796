import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Config } from './config/env.js';
import { answerClientErrors } from './http/client-error.js';
import { answerInOneWrite } from './http/json-reply.js';
import { serveDocumentation } from './http/openapi.js';
import { answerInTime } from './http/request-deadline.js';
import { logRequests, type AnsweredRequest } from './http/request-log.js';
import { secureReplies } from './http/security-headers.js';
import { limitRequests, type RequestTimeouts } from './http/server-limits.js';
import { refuseMalformedRequests } from './http/well-formed-request.js';
import { contextOf } from './tenancy/request-context.js';

/** How Nest creates the application: bodies are read by our own guard, after the key. */
export const APP_SETTINGS = { bodyParser: false, abortOnError: false } as const;

/** What `main` and every end-to-end test share: proxy trust, security headers, request log, replies, documentation. */
export function configureApp(
  app: NestExpressApplication,
  config: Pick<Config, 'trustProxy' | keyof RequestTimeouts>,
  log: Logger,
  measure?: (request: AnsweredRequest, ms: number) => void,
): void {
  limitRequests(app.getHttpServer(), config);
  answerClientErrors(app.getHttpServer());
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy ?? false);
  app.set('query parser', 'simple');
  app.use(secureReplies);
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
  app.use(answerInTime);
  app.use(refuseMalformedRequests);
  answerInOneWrite(app);
  serveDocumentation(app);
}
