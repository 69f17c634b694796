import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Turns } from '../kernel/steps.js';

/** The parts of a document that are no operations. */
export type Frame = Parameters<typeof SwaggerModule.createDocument>[1];

/**
 * Describes the operations of an application. One module is described at a time, and other requests have their turn between two modules.
 *
 * @param extraModels classes of schemas that no operation names
 */
export async function documentOf(
  app: INestApplication,
  frame: Frame,
  extraModels: Type[] = [],
): Promise<OpenAPIObject> {
  const turns = new Turns();
  const modules = modulesOf(app);
  let whole: OpenAPIObject | undefined;
  for (const module of modules) {
    const models = module === modules.at(-1) ? extraModels : [];
    const part = SwaggerModule.createDocument(app, frame, { include: [module], extraModels: models });
    whole = whole ? joined(whole, part) : part;
    await turns.giveWay();
  }
  return whole as OpenAPIObject;
}

/** The modules that have controllers, in the order in which Express tries their routes. */
function modulesOf(app: INestApplication): Type[] {
  const modules = [...app.get(ModulesContainer).values()].filter(({ controllers }) => controllers.size > 0);
  return [...new Set(modules.map(({ metatype }) => metatype))];
}

function joined(one: OpenAPIObject, other: OpenAPIObject): OpenAPIObject {
  const paths = { ...one.paths };
  for (const [path, item] of Object.entries(other.paths)) paths[path] = { ...paths[path], ...item };
  const schemas = { ...one.components?.schemas, ...other.components?.schemas };
  return { ...one, paths, components: { ...one.components, schemas } };
}
