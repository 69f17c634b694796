import { Eta } from 'eta';
import type { Steps } from '../../kernel/steps.js';
import type { OpenForm } from '../settings/form.rules.js';
import { controlsOf, idOfControl, type EarlierTry } from './form-controls.rules.js';
import { LEAST_AGE_MS } from './form-token.rules.js';
import { ICON, PAGES_FOLDER, SCRIPT, STYLE, styleOf } from './page-assets.js';
import type { FormTexts } from './texts/en.js';

/** Fills templates. It escapes all values, unless a template says otherwise. */
const eta = new Eta({ views: PAGES_FOLDER, cache: true, autoTrim: false });

const ASSETS = { style: STYLE.name, script: SCRIPT.name, icon: ICON.name };

/** The place of the questions in the page of a form. No text of a workspace holds it, because `<` is escaped in all of them. */
const CONTROLS = '<!-- controls -->';

/** The script of a page waits this many milliseconds longer than it has to, because clocks differ. */
const MARGIN_MS = 250;

interface FormPage extends EarlierTry {
  readonly form: OpenForm;
  readonly token: string;
  readonly challenge: string;
  /** A proof that is still good; empty when the browser has to find one. */
  readonly proof: string;
  readonly notice: string | null;
  /** Whether the page is new, so that it cannot be sent at once. */
  readonly isNew: boolean;
  readonly attachmentLimitMb: number;
}

/** Makes the page of a form in pieces. Each question is a step, because thousands of options take long. */
export function* formPage(page: FormPage, texts: FormTexts): Steps<Buffer[]> {
  const { form, notice } = page;
  const problems = [
    ...(notice === null ? [] : [{ id: null, text: notice }]),
    ...page.problems.map(({ control, text }) => ({ id: control && idOfControl(control), text })),
  ];
  const controls: Buffer[] = [];
  for (const control of controlsOf(form, page, page.attachmentLimitMb, texts)) {
    controls.push(Buffer.from(eta.render('./control', { control, texts })));
    yield;
  }
  const [before, after] = render('form', texts, '../', {
    ...lookOf(form),
    title: problems.length === 0 ? form.title : `${texts.errorTitle}: ${form.title}`,
    heading: form.title,
    script: true,
    problems,
    summary: page.problems.length === 0 ? texts.notSent : texts.summary(page.problems.length),
    intro: paragraphsOf(form.intro),
    controls: CONTROLS,
    token: page.token,
    challenge: page.challenge,
    proof: page.proof,
    wait: page.isNew ? LEAST_AGE_MS + MARGIN_MS : 0,
    needsScript: form.requiresProof,
  }).split(CONTROLS);
  return [bytesOf(before), ...controls, bytesOf(after)];
}

/** Makes the thank-you page. `isMailed` tells whether customers of the workspace get mail. */
export function sentPage(
  form: OpenForm,
  { number, isMailed }: { readonly number: number; readonly isMailed: boolean },
  texts: FormTexts,
): Buffer[] {
  const page = render('sent', texts, '../../../', {
    ...lookOf(form),
    title: `${texts.sentTitle}: ${form.title}`,
    heading: texts.sentTitle,
    message: [
      ...paragraphsOf(form.successMessage ?? texts.sentMessage),
      isMailed ? texts.sentMail : texts.sentNoMail,
    ],
    slug: form.slug,
    number,
  });
  return [bytesOf(page)];
}

/** Makes a page that says one thing: that there is no form, or that something failed. */
export function noticePage(heading: string, message: string, root: string, texts: FormTexts): Buffer[] {
  return [bytesOf(render('notice', texts, root, { title: heading, heading, message }))];
}

/** @param root the way from the page to the address above `/forms`, so that a proxy may put the service below a path */
function render(template: string, texts: FormTexts, root: string, values: object): string {
  const usual = { home: null, colour: null, logo: null, script: false };
  return eta.render(`./${template}`, { ...usual, ...values, texts, root, assets: ASSETS });
}

const bytesOf = (text = ''): Buffer => Buffer.from(text);

function lookOf({ knowledgeBaseName, colour, logoVersion }: OpenForm): object {
  return { home: knowledgeBaseName, colour: colour && styleOf(colour).name, logo: logoVersion };
}

/** Divides a plain text into paragraphs at empty lines. */
function paragraphsOf(text: string | null): string[] {
  return text === null ? [] : text.trim().split(/\n\s*\n/);
}
