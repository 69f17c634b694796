// Rules of ESLint about names and sentences, by the rules of style in docs/architecture.md.
import { VERBS } from './verbs.mjs';

const VAGUE = /\bso (?:many|much|long|often)\b/i;
const LIMIT = 'Say "at most", "this number of" or "the given": a reader must solve "{{words}}".';

/** Refuses "so many", "so much", "so long" and "so often" in comments and texts. */
const limitsAreNamed = {
  meta: { type: 'suggestion', schema: [], messages: { vague: LIMIT } },
  create(context) {
    const check = (text, at) => {
      const [words] = VAGUE.exec(text) ?? [];
      if (words !== undefined) context.report({ ...at, messageId: 'vague', data: { words } });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment.value, { loc: comment.loc });
      },
      Literal: (node) => check(typeof node.value === 'string' ? node.value : '', { node }),
      TemplateElement: (node) => check(node.value.raw, { node }),
    };
  },
};

/** Refuses a comment that begins with a parameter, such as `$2`, in place of a sentence. */
const commentsAreSentences = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { parameter: 'Begin with a noun: what is {{parameter}}?' },
  },
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const [, parameter] = /^[\s*]*(\$\d+)/.exec(value) ?? [];
        if (parameter !== undefined) context.report({ loc, messageId: 'parameter', data: { parameter } });
      }
    },
  }),
};

/** Wants that a class which `*.service.ts` exports is called a service. */
const servicesAreCalledServices = {
  meta: { type: 'suggestion', schema: [], messages: { name: '{{name}} stands in a file of a service: call it {{name}}Service, or move it.' } }, // prettier-ignore
  create: (context) => ({
    'ExportNamedDeclaration > ClassDeclaration'({ id }) {
      if (!id || !context.filename.endsWith('.service.ts') || id.name.endsWith('Service')) return;
      context.report({ node: id, messageId: 'name', data: { name: id.name } });
    },
  }),
};

const OF_TESTS = new Set(['describe', 'it', 'test']);

/** Wants that the title of a test is a sentence, together with those of the groups around it: a report shows both. */
const titlesAreSentences = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { torso: '"{{title}}" has no verb. Say who does what.' },
  },
  create(context) {
    const groups = [];
    return {
      CallExpression(node) {
        const name = nameOfTest(node);
        if (name === null) return;
        groups.push(titleOf(node));
        const title = groups.join(' ').trim();
        // A value from a table may hold the verb.
        if (name === 'describe' || /[$%]\w/.test(title)) return;
        const words = title.toLowerCase().match(/[a-z']+/g) ?? [];
        if (!words.some((word) => VERBS.has(word)))
          context.report({ node, messageId: 'torso', data: { title } });
      },
      'CallExpression:exit'(node) {
        if (nameOfTest(node) !== null) groups.pop();
      },
    };
  },
};

/** Names what a call makes, such as `it(...)`, `it.only(...)` and `it.each(table)(...)`. @returns null for another call, and for one without a title */
function nameOfTest({ callee, arguments: [title] }) {
  if (title?.type !== 'Literal' && title?.type !== 'TemplateLiteral') return null;
  let at = callee;
  while (at.type !== 'Identifier') {
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'TaggedTemplateExpression') at = at.tag;
    else if (at.type === 'MemberExpression') at = at.object;
    else return null;
  }
  return OF_TESTS.has(at.name) ? at.name : null;
}

const titleOf = ({ arguments: [title] }) =>
  title.type === 'Literal' ? String(title.value) : title.quasis.map(({ value }) => value.raw).join('$');

export default {
  rules: {
    'titles-are-sentences': titlesAreSentences,
    'limits-are-named': limitsAreNamed,
    'comments-are-sentences': commentsAreSentences,
    'services-are-called-services': servicesAreCalledServices,
  },
};
