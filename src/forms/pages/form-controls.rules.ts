import { MEBIBYTE } from '../../kernel/text.js';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import type { OpenForm } from '../settings/form.rules.js';
import type { FieldKind } from '../../fields/field.kinds.js';
import { MAX_CHARACTERS } from '../../fields/field-values.rules.js';
import type { KnownField } from '../../fields/known/known-vocabulary.js';
import {
  controlOf,
  KEPT,
  keptValueOf,
  missingInWords,
  valueOf,
  wrongInWords,
  type ArrivedFile,
  type ControlProblem,
  type SentValues,
} from './form-answers.rules.js';
import type { FormTexts } from './texts/en.js';

/** A question of a page as its template shows it. */
export interface Control {
  readonly id: string;
  readonly name: string;
  readonly kind: FieldKind | 'files' | 'kept';
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[];
  readonly hint: string | null;
  readonly error: string | null;
  /** The messages of the page's script for an empty and for a wrong value. */
  readonly missing: string;
  readonly wrong: string;
  readonly type?: string;
  readonly inputMode?: string;
  readonly pattern?: string;
  readonly autocomplete?: string;
  readonly most?: number;
  readonly rows?: number;
  /** The script of the page refuses files by these before they are sent. */
  readonly fileLimits?: {
    readonly bytes: number;
    readonly count: number;
    readonly tooLarge: string;
    readonly tooMany: string;
  };
}

/** The values that a visitor has sent already, and the problems with them. */
export interface EarlierTry {
  readonly values: SentValues;
  readonly files: readonly ArrivedFile[];
  readonly problems: readonly ControlProblem[];
}

/** Makes the id of a control, without dots so that style sheets can name it. */
export const idOfControl = (name: string): string => name.replace('.', '-');

const MAX_LINE = 255;

/** Makes the questions of a form in their order, one by one, with the values of an earlier try. */
export function* controlsOf(
  { fields }: Pick<OpenForm, 'fields'>,
  earlier: EarlierTry,
  attachmentLimitMb: number,
  texts: FormTexts,
): Generator<Control> {
  const plain = plainControl.bind(null, earlier);
  const { errors } = texts;
  yield plain('name', texts.name, {
    autocomplete: 'name',
    most: MAX_LINE,
    wrong: errors.line(texts.name, MAX_LINE),
  });
  yield plain('email', texts.email, {
    ...{ isRequired: true, type: 'email', autocomplete: 'email', hint: texts.emailHint },
    ...{ missing: errors.required(texts.email), wrong: errors.email },
  });
  yield plain('subject', texts.subject, {
    ...{ isRequired: true, most: MAX_LINE, missing: errors.required(texts.subject) },
    wrong: errors.line(texts.subject, MAX_LINE),
  });
  yield plain('message', texts.message, {
    ...{ kind: 'textarea' as const, rows: 8, isRequired: true, missing: errors.required(texts.message) },
  });
  for (const field of fields) yield fieldControl(earlier, field, texts);
  yield* keptControl(earlier, texts);
  yield plain('files', texts.files, {
    ...{ kind: 'files' as const, hint: texts.filesHint(MAX_ATTACHMENTS, attachmentLimitMb) },
    fileLimits: {
      bytes: attachmentLimitMb * MEBIBYTE,
      count: MAX_ATTACHMENTS,
      tooLarge: errors.fileSize('{name}', attachmentLimitMb),
      tooMany: errors.files(MAX_ATTACHMENTS),
    },
  });
}

function plainControl(earlier: EarlierTry, name: string, label: string, more: Partial<Control>): Control {
  const error = earlier.problems.find(({ control }) => control === name)?.text ?? null;
  return {
    ...{ id: idOfControl(name), name, label, kind: 'text', type: 'text', isRequired: false, options: [] },
    ...{ value: valueOf(earlier.values, name), hint: null, error, missing: '', wrong: '' },
    ...more,
  };
}

const INPUTS: Readonly<Record<FieldKind, Pick<Control, 'type' | 'inputMode' | 'pattern' | 'most' | 'rows'>>> =
  {
    text: { most: MAX_CHARACTERS.text },
    textarea: { rows: 5 },
    integer: { inputMode: 'numeric', pattern: '\\s*-?(0|[1-9][0-9]*)\\s*' },
    decimal: { inputMode: 'decimal', pattern: '\\s*-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+\\-]?[0-9]+)?\\s*' },
    date: { type: 'date' },
    checkbox: {},
    single_option: {},
    multi_option: {},
  };

function fieldControl(earlier: EarlierTry, field: KnownField, texts: FormTexts): Control {
  const chosen = new Set(earlier.values.get(controlOf(field)));
  const hints: Partial<Record<FieldKind, string>> = {
    integer: texts.integerHint,
    decimal: texts.decimalHint,
    date: texts.dateHint,
  };
  return plainControl(earlier, controlOf(field), field.name, {
    ...INPUTS[field.kind],
    kind: field.kind,
    isRequired: field.isRequired,
    options: field.options.map(({ label }) => ({ value: label, label, isChosen: chosen.has(label) })),
    hint: hints[field.kind] ?? null,
    missing: missingInWords(field, texts),
    wrong: wrongInWords(field, texts),
  });
}

function keptControl(earlier: EarlierTry, texts: FormTexts): Control[] {
  if (earlier.files.length === 0) return [];
  const options = earlier.files.map((file) => {
    return { value: keptValueOf(file), label: file.filename, isChosen: true };
  });
  return [plainControl(earlier, KEPT, texts.keptFiles, { kind: 'kept', options, hint: texts.keptFilesHint })];
}
