import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { PageOrAll } from '../../../kernel/page.js';
import { toPaginationDto } from './pagination.presenter.js';
import { Count, Ordinal } from './properties.js';
import type { Representation } from './representation.js';

export { ChangingRepresentation, LongAnswer, PreparedAnswer, Representation } from './representation.js';

/** A response class describes this plain object. Response classes are for the OpenAPI document and are never constructed. */
export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : { [Key in keyof T]: Wire<T[Key]> };

/** Makes the class of answers that hold an item under its name, after the properties of `Base`. */
export function answerOf<Name extends string, Item, Rest extends object = object>(
  name: Name,
  item: Type<Item>,
  Base: Type<Rest> = Object as never,
): Type<Rest & Record<Name, Item>> {
  return classWith(Base, { [name]: item }) as never;
}

/** Makes the class of answers that hold a page of a list under its name. */
export function pageAnswerOf<Name extends string, Item>(
  name: Name,
  item: Type<Item>,
): Type<Record<Name, Item[]> & { pagination: PaginationDto }> {
  return classWith(Object as never, { [name]: [item], pagination: PaginationDto }) as never;
}

function classWith(Base: Type, properties: Readonly<Record<string, Type | [Type]>>): Type {
  const Answer = class extends Base {};
  for (const [name, type] of Object.entries(properties)) ApiProperty({ type })(Answer.prototype, name);
  return Answer;
}

/** A resource as the class describes it. */
export type Resource<Dto extends object> = Representation<Wire<Dto>>;

/** Tells which part of its list a page is [spec 2.6]. */
export class PaginationDto {
  @Count(5, 'Exact number on all pages.') total_records!: number;
  @Ordinal(1) current_page_number!: number;
  @Count(1) total_pages!: number;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, example: 30 }) page_size!: number;
}

/** Shows which part of its list a page is; of a whole list only the total and the size [rule 3]. */
export function toPaginationOfPageOrAll({
  items,
  totalRecords,
  request,
}: PageOrAll<unknown>): Pick<PaginationDto, 'total_records' | 'page_size'> & Partial<Wire<PaginationDto>> {
  if (request === null) return { total_records: totalRecords, page_size: items.length };
  return toPaginationDto({ items, totalRecords, request });
}
