import { Injectable } from '@nestjs/common';
import { primaryAddress } from '../customers/customer.rules.js';
import { CustomersService } from '../customers/customers.service.js';
import { FormAdmissionService } from '../forms/pages/form-admission.service.js';
import type { OpenForm } from '../forms/settings/form.rules.js';
import { FormsService } from '../forms/settings/forms.service.js';
import { DomainError, outcomeUnknown, Problems, type Checked } from '../kernel/errors.js';
import type { TicketId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import { AcknowledgementsService } from '../mail/sending/acknowledgements.service.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { PORTAL } from '../tickets/write/ticket-content.rules.js';
import { TicketWriterService } from '../tickets/write/ticket-writer.service.js';
import { actingIn } from './portal-customer.rules.js';
import { PortalMeService } from './portal-me.service.js';
import { PortalTicketsService, type SeenTicket } from './portal-tickets.service.js';
import { tooManyTickets } from './portal.errors.js';
import { judgeFields } from './raised-tickets.rules.js';

/** A ticket as a customer raises it. */
export interface RaisedTicket {
  readonly subject?: string;
  readonly description?: string;
  readonly form?: string;
  readonly ticketFields?: Readonly<Record<string, unknown>>;
  readonly attachments?: readonly unknown[];
}

/** Raises tickets for customers, by the writer of all tickets and by the rules and limits of a form [rule 30]. */
@Injectable()
export class RaisedTicketsService {
  constructor(
    private readonly tickets: TicketWriterService,
    private readonly seen: PortalTicketsService,
    private readonly customers: CustomersService,
    private readonly me: PortalMeService,
    private readonly forms: FormsService,
    private readonly admission: FormAdmissionService,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws authentication_failed, invalid_request with every problem, too_many_tickets, outcome_unknown */
  async raise(scope: TenantScope, { value, problems: already }: Checked<RaisedTicket>): Promise<SeenTicket> {
    const customer = await this.customers.get(scope, actingIn(scope).id);
    const problems = new Problems(already);
    const form = await this.formOf(scope, value, problems);
    const { subject, description, ticketFields = {}, attachments } = value;
    const fieldValues = problems.has('form') ? {} : judgeFields(form?.fields ?? [], ticketFields, problems);
    const changes = definedOnly({ subject, description, fieldValues, attachments });
    const entry = {
      changes: { ...changes, email: primaryAddress(customer), priority: 'medium' as const },
      ...{ externalId: null, source: null },
    };
    const { row } = await this.tickets.create(
      scope,
      { value: entry, problems: problems.passedOn },
      {
        rules: PORTAL,
        customer: async (inner) => (await this.me.hold(inner)).id,
        first: async (inner) => {
          if (problems.any) return;
          const seconds = await this.admission.countOfCustomer(inner, customer.id, form);
          if (seconds !== null) throw tooManyTickets(seconds);
        },
        besides: (inner, id) => this.acknowledgements.add(inner, id),
      },
    );
    return this.written(scope, row.id);
  }

  /**
   * Shows a ticket that was written.
   * @throws outcome_unknown when it cannot be read; in a unit of work the error itself, because that undoes the ticket
   */
  private async written(scope: TenantScope, id: TicketId): Promise<SeenTicket> {
    try {
      // A standby may not have it yet.
      return await this.unitOfWork.run(scope, (inner) => this.seen.get(inner, id));
    } catch (error) {
      throw 'transaction' in scope ? error : outcomeUnknown(error);
    }
  }

  /** Finds the form that a ticket names, or the first one; null when the workspace has none. */
  private async formOf(
    scope: TenantScope,
    { form }: RaisedTicket,
    problems: Problems,
  ): Promise<OpenForm | null> {
    const slug = form ?? (await this.forms.listPublished(scope)).forms[0]?.slug;
    if (slug === undefined) return null;
    try {
      return await this.forms.open(scope, slug);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      if (form !== undefined) problems.add('form', 'is not the slug of an enabled form');
      return null;
    }
  }
}
