import type { FieldRow } from './field.rules.js';

/** The properties of a field without its options, named as in the API and in manifests. */
export function fieldTerms(field: FieldRow): Readonly<Record<string, unknown>> {
  return {
    name: field.name,
    kind: field.kind,
    state: field.state,
    is_required: field.isRequired,
    is_required_for_agent_when_submitting_form: field.isRequiredForAgentWhenSubmittingForm,
    is_required_for_agent_when_closing_ticket: field.isRequiredForAgentWhenClosingTicket,
    display_order: field.displayOrder,
    placeholder_slug: field.placeholderSlug,
  };
}
