import type { WantedField } from '../fields/field.rules.js';
import type { WantedForm } from '../forms/form.rules.js';
import type { WantedTeamMember } from '../team-members/team-member.rules.js';

/** A category that an operator wants, with what is below it. */
export interface WantedCategory {
  readonly name: string;
  readonly subCategories: readonly WantedCategory[];
}

/** What an operator wants a workspace to be. What it does not name stays as it is. */
export interface Manifest {
  readonly workspace: {
    readonly subdomain: string;
    readonly name: string;
    readonly knowledgeBaseName?: string;
    /** Of each key that has no limit of its own; null: what the installation says. */
    readonly requestsPerMinute?: number | null;
  };
  /** Names, beside the default statuses. */
  readonly statuses: readonly string[];
  /** Beside the default categories; three levels at most. */
  readonly categories: readonly WantedCategory[];
  readonly groups: readonly string[];
  readonly teamMembers: readonly WantedTeamMember[];
  readonly companies: readonly string[];
  readonly fields: readonly WantedField[];
  readonly forms: readonly WantedForm[];
}
