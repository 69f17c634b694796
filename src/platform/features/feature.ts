import 'reflect-metadata';
import { Module, type ModuleMetadata, type Type } from '@nestjs/common';
import type { Configuration } from '../config/configuration.js';

/** Classes of a module that the composition collects. */
export interface FeatureClasses {
  /** The service runs them. The module provides and exports them. */
  readonly jobs: readonly Type[];
  readonly sweeps: readonly Sweep[];
}

const CLASSES = 'support-desk:feature';

/** Declares a module of a feature, with classes that its facts cannot name, because facts load before classes. */
export function Feature(metadata: Partial<FeatureClasses> & ModuleMetadata): ClassDecorator {
  const { jobs = [], sweeps = [], providers = [], exports = [], ...module } = metadata;
  return (target) => {
    Module({ ...module, providers: [...providers, ...jobs], exports: [...exports, ...jobs] })(target);
    Reflect.defineMetadata(CLASSES, { jobs, sweeps }, target);
  };
}

/** A module with the plain decorator of Nest has none. */
export function classesOf(module: Type): FeatureClasses {
  const none = { jobs: [], sweeps: [] };
  return (Reflect.getMetadata(CLASSES, module) as FeatureClasses | undefined) ?? none;
}

type Statement = Readonly<Record<'name' | 'text', string>>;

/** A statement that deletes or changes a batch of rows of a workspace that are too old, and returns one for each. */
export interface Sweep {
  readonly statement: Statement;
  /** After the workspace. */
  readonly values?: (configuration: Configuration) => readonly unknown[];
  /**
   * Two statements do so for $2 rows after the first $3, in the order of their key: one names the rows, the other changes them. Without
   * them, the sweep is of one row.
   */
  readonly ofPart?: Readonly<Record<'find' | 'change', Statement>>;
}
