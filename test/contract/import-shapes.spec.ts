import { CheckedInputPipe } from '../../src/platform/http/requests/checked-input.js';
import { readTicketLine } from '../../src/import/own/ticket-line.rules.js';
import { UpdateTicketDto } from '../../src/tickets/api/dto/save-ticket.dto.js';

const VALUES: unknown[] = [
  undefined, null, true, 0, 1.5, '', ' ', 'text', 'nul \0', '\uD800', 'a@b.example', 'A@B.example', `${'x'.repeat(250)}@b.example`,
  'x'.repeat(255), 'x'.repeat(256), '🎫'.repeat(255), 'x'.repeat(256 * 1024 + 1), 'high', 'High', [], ['a'], [1],
  Array.from({ length: 1_001 }, () => 'a'), {}, { a: 1 }, '2026-01-31', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00',
  '2026-02-30T09:30:00Z', '2026-01-31t09:30:00.123456789+05:30', '0000-01-01T00:00:00Z',
]; // prettier-ignore

const KEYS = [
  'email', 'subject', 'description', 'ticket_fields', 'status', 'priority', 'category', 'sub_category_one',
  'sub_category_two', 'group', 'assignee_email', 'tags', 'resolution_due_date', 'no_such_key',
]; // prettier-ignore

describe('an import takes of an update what the API takes, and refuses the rest in its words', () => {
  it.each(KEYS)('%s', async (key) => {
    const pipe = new CheckedInputPipe(UpdateTicketDto, 'refused');
    for (const value of VALUES) {
      const line = JSON.stringify({ [key]: value });
      const { problems } = await pipe.transform(JSON.parse(line));
      expect({ line, problems: readTicketLine(line).problems }).toEqual({ line, problems });
    }
  });
});
