import type { Wire } from '../platform/http/answers/wire.js';
import type { FormListResponse } from './dto/form.dto.js';
import { pathOfForm, type PublishedForms } from './form.rules.js';

/** Shows the forms to clients (specification 4.7), with the addresses of their pages (extensions, section 19). */
export function toFormListResponse(
  { forms, knowledgeBaseName }: PublishedForms,
  urlOf: (path: string) => string,
): Wire<FormListResponse> {
  return {
    forms: forms.map(({ id, title, slug }) => ({ id, title, slug, url: urlOf(pathOfForm(slug)) })),
    kb_details: { knowledge_base_name: knowledgeBaseName },
  };
}
