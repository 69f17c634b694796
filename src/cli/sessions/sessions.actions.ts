import { SessionService } from '../../auth/sessions/session.service.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { CustomersService } from '../../customers/customers.service.js';
import { isUuid, type CustomerId } from '../../kernel/ids.js';
import { counted, foldEmail } from '../../kernel/text.js';
import { CommandError, type Terminal } from '../output/terminal.js';
import { withWorkspace, type WorkspaceSession } from '../session.js';

/** Ends all sessions of a customer. An address or the id names the customer. @throws CommandError for an unknown customer */
export async function endSessions(terminal: Terminal, subdomain: string, customer: string): Promise<void> {
  const ended = await withWorkspace(terminal, subdomain, [CustomersModule], async (session) => {
    const id = await idOf(session, customer);
    if (id === null)
      throw new CommandError(`No customer of workspace "${subdomain}" has the address or id "${customer}".`);
    return session.app.get(SessionService).endAllOf(session.scope, id);
  });
  terminal.say(`Ended ${counted(ended, 'session')} of the customer "${customer}".`);
}

async function idOf({ app, scope }: WorkspaceSession, customer: string): Promise<CustomerId | null> {
  const customers = app.get(CustomersService);
  if (!isUuid(customer))
    return (await customers.idsOf(scope, [foldEmail(customer)])).values().next().value ?? null;
  const id = customer.toLowerCase() as CustomerId;
  return (await customers.namesOf(scope, [id])).has(id) ? id : null;
}
