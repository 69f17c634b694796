import { Controller, Get } from '@nestjs/common';
import supertest from 'supertest';
import { aWorkspace } from '../../support/data/builders.js';
import { routesOf } from '../../support/routes.js';
import { startLocalApp } from '../../support/servers/local-app.js';

/** A route whose author forgot to say who may call it. */
@Controller('api/external/v2/forgotten')
class ForgottenController {
  @Get()
  get(): object {
    return { secret: 'shown' };
  }
}

describe('a route that says neither which scope it needs nor that it is public', () => {
  it('is closed to strangers and to every key', async () => {
    const careless = await startLocalApp({ controllers: [ForgottenController] });
    const workspace = await aWorkspace(careless);
    const call = (key?: string) =>
      supertest(careless.url)
        .get('/api/external/v2/forgotten')
        .set({ Host: `${workspace.subdomain}.desk.test`, ...(key !== undefined && { 'X-Api-Key': key }) });
    const answers = [await call(), await call(workspace.key)];
    await careless.stop();
    expect(answers.map(({ status }) => status)).toEqual([401, 500]);
    for (const { text } of answers) expect(text).not.toContain('shown');
    expect(routesOf(careless.app)).toContainEqual({ method: 'get', path: '/api/external/v2/forgotten' });
  });
});
