'use strict';
/** Shows the first group open and the others closed. While somebody filters, the groups with what was found are open. */
const openGroups = (first) => ({
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown: (original) => (state, thing, byDefault) => {
          const [kind, name] = [thing].flat();
          if (kind !== 'operations-tag') return original(thing, byDefault);
          return Boolean(state.get('filter')) || original(thing, name === first);
        },
      },
    },
  },
});

/** Keeps the operations that have all words in their group, method, path, name or summary. */
function operationsWith(groups, words) {
  const wanted = words.toLowerCase().split(/\s+/);
  const has = (group) => (operation) => {
    const { method, path, summary, operationId } = {
      ...operation.toObject(),
      ...operation.get('operation').toObject(),
    };
    const text = [group, method, path, operationId, summary].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return groups
    .map((group, name) => group.update('operations', (operations) => operations.filter(has(name))))
    .filter((group) => group.get('operations').size > 0);
}

/** Replaces parts of the page: the filter, rows without a link inside of their button, and no operations at all where there are none. */
const parts = ({ React: { createElement } }) => ({
  fn: { opsFilter: operationsWith },
  wrapComponents: {
    FilterContainer:
      () =>
      ({ layoutActions, specSelectors }) =>
        specSelectors.paths().size > 0 &&
        createElement(
          'div',
          { className: 'filter wrapper' },
          createElement('input', {
            type: 'search',
            'aria-label': 'Filter the operations',
            placeholder: 'Filter: words of a name, a path or a summary',
            onChange: ({ target }) => layoutActions.updateFilter(target.value.trim()),
          }),
        ),
    OperationSummaryPath: (Original) => (props) =>
      createElement(Original, {
        ...props,
        operationProps: props.operationProps.set('isDeepLinkingEnabled', false),
      }),
    operations: (Original) => (props) => {
      if (props.specSelectors.taggedOperations().size > 0) return createElement(Original, props);
      return (
        props.specSelectors.paths().size > 0 &&
        createElement('p', null, 'No operation has all of these words.')
      );
    },
    // All operations take the one key, which the button of the header asks for.
    authorizeOperationBtn: () => () => null,
    License: () => () => null,
  },
});

/** The part of the document that one operation needs, with the components that it leads to. */
function partFor(document, [section, path, method]) {
  const operation = document[section][path][method];
  const components = {};
  const take = (node) => {
    for (const [, kind, name] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
      const taken = (components[kind] ??= {});
      if (name in taken) continue;
      taken[name] = document.components[kind][name];
      take(taken[name]);
    }
  };
  take(operation);
  return { ...document, paths: {}, webhooks: {}, [section]: { [path]: { [method]: operation } }, components };
}

/** Reads the document as JSON, which is quicker than as YAML, and looks for references only in the operation that somebody opens. */
const readsQuickly = ({ fn: { resolveSubtree } }) => ({
  fn: {
    resolveSubtree: (document, path, options) => resolveSubtree(partFor(document, path), path, options),
  },
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson:
          (_original, { specActions }) =>
          (text) =>
            specActions.updateJsonSpec(JSON.parse(text)),
        requestResolvedSubtree:
          (original, { specActions, specSelectors }) =>
          (path) => {
            if (path[0] !== 'components') return original(path);
            return specActions.updateResolvedSubtree(path, specSelectors.specJson().getIn(path));
          },
      },
    },
  },
});
