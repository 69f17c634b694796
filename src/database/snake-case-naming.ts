import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** Columns are named as their property in snake_case: `createdAt` is `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return custom ?? snakeCase([...prefixes, property].join('_'));
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
