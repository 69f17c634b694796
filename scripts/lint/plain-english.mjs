// Rules of ESLint about names and sentences, by the rules of style in docs/architecture.md.
const VAGUE = /\bso (?:many|much|long)\b/i;
const LIMIT = 'Say "at most", "this number of" or "the given": a reader must solve "{{words}}".';

/** Refuses "so many", "so much" and "so long" in comments and texts. */
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

export default {
  rules: {
    'limits-are-named': limitsAreNamed,
    'comments-are-sentences': commentsAreSentences,
    'services-are-called-services': servicesAreCalledServices,
  },
};
