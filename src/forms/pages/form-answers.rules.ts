import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import { isFilledIn, MAX_CHARACTERS, readFieldValue } from '../../fields/field-values.rules.js';
import { MAX_DESCRIPTION_BYTES } from '../../tickets/rules/description.rules.js';
import { fieldPath } from '../../tickets/rules/ticket.rules.js';
import type { TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { MAX_SUBJECT_LENGTH, TICKET_PROPERTIES } from '../../tickets/rules/properties/ticket-properties.js';
import type { OpenForm } from '../settings/form.rules.js';
import { checkText } from '../../kernel/checks.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { escapeWords, isBlank } from '../../kernel/text.js';
import type { KnownField } from '../../fields/known/known-vocabulary.js';
import type { FormTexts } from './texts/en.js';

const MAX_NAME_LENGTH = 255;

/** The values of a submission by the names of their controls, in the order sent. */
export type SentValues = ReadonlyMap<string, readonly string[]>;

/** A problem at a control; `control` is null for the form as a whole. */
export interface ControlProblem {
  readonly control: string | null;
  readonly text: string;
}

export interface ArrivedFile {
  readonly signedId: string;
  readonly filename: string;
}

export const controlOf = ({ id }: Pick<KnownField, 'id'>): string => `field.${id}`;

/** Reads the first value of a control, with `\n` for the line ends of MIME that browsers send. */
export function valueOf(values: SentValues, name: string): string {
  return (values.get(name)?.[0] ?? '').replaceAll('\r\n', '\n');
}

/** Reads a ticket from a submission. The rules are those of the API; the words are those of the page. */
export function judgeAnswers(
  { fields }: Pick<OpenForm, 'fields'>,
  values: SentValues,
  files: readonly ArrivedFile[],
  texts: FormTexts,
): { readonly entry: TicketEntry; readonly problems: readonly ControlProblem[] } {
  const problems: ControlProblem[] = [];
  const note = (control: string, text: string | null): void => {
    if (text !== null) problems.push({ control, text });
  };
  const [email = '', name = '', subject = ''] = ['email', 'name', 'subject'].map((control) =>
    valueOf(values, control).trim(),
  );
  const message = valueOf(values, 'message');
  note('email', problemOfEmail(email, texts));
  note('name', TICKET_PROPERTIES.name.check(name) && texts.errors.line(texts.name, MAX_NAME_LENGTH));
  note('subject', problemOfSubject(subject, texts));
  // A text that is too long is not worth the work of its paragraphs.
  const description = Buffer.byteLength(message) > MAX_DESCRIPTION_BYTES ? null : htmlOf(message);
  note('message', problemOfMessage(message, description, texts));
  const sent = fields.map((field) => ({ field, value: sentValueOf(field, values) }));
  for (const { field, value } of sent) note(controlOf(field), problemOfField(field, value, texts));
  const entry: TicketEntry = {
    changes: {
      email,
      subject,
      description: description ?? '',
      priority: 'medium',
      fieldValues: Object.fromEntries(
        sent.flatMap(({ field, value }) => (value === null ? [] : [[field.name, value]])),
      ),
      ...(files.length > 0 && { attachments: files.map(({ signedId }) => signedId) }),
    },
    ...(name && { customerName: name }),
    externalId: null,
    source: null,
  };
  return { entry, problems };
}

/** Places the refusals of the ticket rules at the controls of the form. */
export function problemsAtControls(
  { fields }: Pick<OpenForm, 'fields'>,
  refused: readonly FieldProblem[],
  texts: FormTexts,
): ControlProblem[] {
  return refused.map(({ path }) => {
    if (path.startsWith('attachments')) return { control: 'files', text: texts.errors.lostFile };
    if (path === 'description') return { control: 'message', text: texts.errors.message };
    if (path === 'email') return { control: 'email', text: texts.errors.email };
    const field = fields.find(({ name }) => fieldPath(name) === path);
    if (field) return { control: controlOf(field), text: texts.errors.other(field.name) };
    return { control: null, text: texts.errors.other(texts.message) };
  });
}

/** Writes a text as HTML. An empty line ends a paragraph. */
export function htmlOf(text: string): string {
  const paragraphs = text.trim().split(/\n[^\S\n]*\n\s*/);
  return paragraphs.map((one) => `<p>${escapeWords(one).replaceAll('\n', '<br>')}</p>`).join('');
}

/** Reads the value of a field for the field rules; null when the visitor has left it empty. */
function sentValueOf(field: KnownField, values: SentValues): string | readonly string[] | null {
  const name = controlOf(field);
  if (field.kind === 'multi_option') {
    const labels = (values.get(name) ?? []).filter((label) => label !== '');
    return labels.length === 0 ? null : labels;
  }
  const isFreeText = field.kind === 'text' || field.kind === 'textarea' || field.kind === 'single_option';
  const value = isFreeText ? valueOf(values, name) : valueOf(values, name).trim();
  return isBlank(value) ? null : value;
}

function problemOfEmail(email: string, texts: FormTexts): string | null {
  if (email === '') return texts.errors.required(texts.email);
  return TICKET_PROPERTIES.email.check(email) && texts.errors.email;
}

function problemOfSubject(subject: string, texts: FormTexts): string | null {
  if (isBlank(subject)) return texts.errors.required(texts.subject);
  return TICKET_PROPERTIES.subject.check(subject) && texts.errors.line(texts.subject, MAX_SUBJECT_LENGTH);
}

function problemOfMessage(message: string, html: string | null, texts: FormTexts): string | null {
  if (isBlank(message)) return texts.errors.required(texts.message);
  if (checkText(message) !== null) return texts.errors.other(texts.message);
  return html === null || TICKET_PROPERTIES.description.check(html) !== null ? texts.errors.message : null;
}

function problemOfField(field: KnownField, value: unknown, texts: FormTexts): string | null {
  if (value === null) return field.isRequired ? missingInWords(field, texts) : null;
  const read = readFieldValue(field, value);
  if ('problem' in read) return wrongInWords(field, texts);
  // The field rules accept an unticked box as a value. A required tick must be there.
  const isMissing = !isFilledIn(read.value) || (field.kind === 'checkbox' && read.value === false);
  return field.isRequired && isMissing ? missingInWords(field, texts) : null;
}

export function missingInWords({ kind, name }: KnownField, { errors }: FormTexts): string {
  if (kind === 'checkbox') return errors.requiredTick(name);
  return kind === 'single_option' || kind === 'multi_option'
    ? errors.requiredChoice(name)
    : errors.required(name);
}

export function wrongInWords({ kind, name }: KnownField, { errors }: FormTexts): string {
  if (kind === 'text' || kind === 'textarea') return errors.text(name, MAX_CHARACTERS[kind]);
  if (kind === 'checkbox') return errors.other(name);
  if (kind === 'single_option' || kind === 'multi_option') return errors.option(name);
  return errors[kind](name);
}

/** The control that names files of an earlier try. Each value is `<signed id> <name>`. */
export const KEPT = 'kept';

export const keptValueOf = ({ signedId, filename }: ArrivedFile): string => `${signedId} ${filename}`;

/** One more than allowed: then the form is refused. All of them would make a long page. */
const MOST_KEPT = MAX_ATTACHMENTS + 1;

/** Reads the files of earlier tries that the visitor still wants to send. The writer of tickets checks their ids. */
export function keptFilesOf(values: SentValues): ArrivedFile[] {
  return (values.get(KEPT) ?? []).slice(0, MOST_KEPT).map((value) => {
    const end = value.indexOf(' ');
    return end === -1
      ? { signedId: value, filename: '' }
      : { signedId: value.slice(0, end), filename: value.slice(end + 1) };
  });
}

/** A page shows what was typed up to this number of bytes, because it is made in one step. The longest message fits, with short values. */
const MOST_SHOWN_BYTES = 300 * 1024;

/** Leaves out the longest values, so that the others can be shown again. */
export function valuesToShow(values: SentValues): SentValues {
  const shortestFirst = Array.from(values, ([name, list]) => ({ name, list, bytes: bytesOf(list) }));
  shortestFirst.sort((one, other) => one.bytes - other.bytes);
  let left = MOST_SHOWN_BYTES;
  const shown = shortestFirst.filter(({ bytes }) => (left -= bytes) >= 0);
  return new Map(shown.map(({ name, list }) => [name, list]));
}

function bytesOf(list: readonly string[]): number {
  return list.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
}
