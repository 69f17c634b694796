/**
 * Requests as clients of the public API send them that this API is a part of, with the shapes that these clients declare for the
 * answers (extensions, "drop-in"). They must work unchanged.
 */
export interface Recorded {
  readonly client: string;
  readonly request: readonly [
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ];
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** JSON schema of the part of the answer that the client reads. */
  readonly declares: object;
}

export const text = { type: 'string' };
export const textOrNull = { type: ['string', 'null'] };
export const count = { type: 'integer', minimum: 0 };
export const uuid = { type: 'string', format: 'uuid' };
export const object = (properties: Record<string, object>, more: object = {}) => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
  ...more,
});
export const ticket = object({
  ...{ id: uuid, number: count, subject: text, description: text, status: text, priority: textOrNull },
  ...{ created_at: { type: 'string', format: 'date-time' }, tags: { type: 'array', items: text } },
  customer: object({ id: uuid, email: textOrNull, name: textOrNull }),
  fields: { type: 'array', items: object({ field_name: text, field_value: {} }) },
});
export const pagination = object({
  ...{ total_records: count, page_size: count, current_page_number: count, total_pages: count },
});
export const named = object({ id: uuid, name: text });
export const list = (items: object): object => ({ type: 'array', items, minItems: 1 });
export const whole = object({ total_records: count, page_size: count });
export const customer = object({
  ...{ id: uuid, name: text, first_name: textOrNull, last_name: textOrNull, email: text },
  emails: list(object({ email: text, primary: { type: 'boolean' } })),
  phones: { type: 'array', items: object({ phone: text, label: textOrNull }) },
  links: { type: 'array', items: object({ url: text, label: textOrNull }) },
  ...{ language: textOrNull, time_zone: textOrNull, description: textOrNull },
  company: { anyOf: [named, { type: 'null' }] },
  ...{ created_at: text, updated_at: text },
});
export const member = object({
  ...{ id: uuid, email: text, first_name: textOrNull, last_name: textOrNull, active: { type: 'boolean' } },
  ...{ time_zone: textOrNull, organization_role: { enum: ['agent', 'admin', 'standard'] } },
  ...{ profile_image_url: { type: 'null' }, groups: { type: 'array', items: text } },
  ...{ created_at: text, updated_at: text },
});
export const field = object({
  ...{
    id: uuid,
    name: text,
    kind: text,
    state: { enum: ['active', 'inactive'] },
    is_required: { type: 'boolean' },
  },
  options: list(object({ id: uuid, label: text, display_order: count })),
});
export const one = object({ ticket });
export const many = object({ tickets: { type: 'array', items: ticket, minItems: 1 }, pagination });
