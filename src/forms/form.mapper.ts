import type { Wire } from '../http/wire.js';
import type { FormListResponse } from './dto/form.dto.js';
import type { PublishedForms } from './form.rules.js';

/** The forms as clients see them (specification 4.7). */
export function toFormListResponse({ forms, knowledgeBaseName }: PublishedForms): Wire<FormListResponse> {
  return {
    forms: forms.map(({ id, title, slug }) => ({ id, title, slug })),
    kb_details: { knowledge_base_name: knowledgeBaseName },
  };
}
