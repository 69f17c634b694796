import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';
import { snakeCase } from '../../kernel/text.js';

/** Columns are named as their property in snake_case: `createdAt` is `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return custom ?? snakeCase([...prefixes, property].join('_'));
  }
}
