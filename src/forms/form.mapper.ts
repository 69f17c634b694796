import type { Wire } from '../platform/http/answers/wire.js';
import type { FormListResponse } from './dto/form.dto.js';
import type { PublishedForms } from './form.rules.js';

/** Shows the forms to clients (specification 4.7). */
export function toFormListResponse({ forms, knowledgeBaseName }: PublishedForms): Wire<FormListResponse> {
  return {
    forms: forms.map(({ id, title, slug }) => ({ id, title, slug })),
    kb_details: { knowledge_base_name: knowledgeBaseName },
  };
}
