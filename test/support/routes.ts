import type { NestExpressApplication } from '@nestjs/platform-express';
import type { TestApp } from './test-app.js';

export interface Route {
  readonly method: 'get' | 'put' | 'patch' | 'post' | 'delete';
  /** As it was registered: `/api/external/v2/tickets/:ticket_id`. */
  readonly path: string;
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Every route that the running application answers, as Express knows them; middleware of a route counts as that route. */
export function routesOf(app: NestExpressApplication): Route[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  const routes = router.stack.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {}).map((method) => ({
      method: method as Route['method'],
      path: (route?.path ?? '').replace(/(.)\/$/, '$1'),
    })),
  );
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

const OF_CUSTOMERS = '/api/customer/';

/** The routes of the API for keys. */
export async function apiRoutesOf({ operator }: TestApp): Promise<Route[]> {
  const routes = await operator.routes();
  return routes.filter(({ path }) => path.startsWith('/api/') && !path.startsWith(OF_CUSTOMERS));
}

/** The routes of the API for sessions of customers. */
export async function portalRoutesOf({ operator }: TestApp): Promise<Route[]> {
  return (await operator.routes()).filter(({ path }) => path.startsWith(OF_CUSTOMERS));
}

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

/** The path of a route with ids by the names of its parameters. For the others, it has one that no workspace has. */
export function withIds({ path }: Route, ids: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_parameter, name: string) => ids[name] ?? UNKNOWN_ID);
}
