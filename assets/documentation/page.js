'use strict';
const isOfWebhooks = location.pathname.endsWith('/webhooks');
const root = document.getElementById('documentation');
const authorize = document.getElementById('authorize');
const contents = document.getElementById('contents');

/** The document as the page shows it: operations, or the events of webhooks. */
function prepared(document) {
  const { webhooks, ...rest } = document;
  if (isOfWebhooks) return ofWebhooks(document);
  for (const parameter of Object.values(document.components.parameters)) withoutExample(parameter);
  for (const { parameters = [], requestBody } of operationsOf(document)) {
    for (const parameter of parameters) if (!parameter.$ref) withoutExample(parameter);
    for (const { schema } of Object.values(requestBody?.content ?? {})) asText(schema);
  }
  return withOneKey(rest);
}

function operationsOf({ paths }) {
  return Object.values(paths).flatMap(Object.values);
}

function ofWebhooks({ servers, tags, security, ...document }) {
  const info = {
    ...document.info,
    title: 'Events of webhooks',
    description: 'The service sends these to the addresses of [webhooks](/docs#/Webhooks).',
  };
  return { ...document, info, paths: {} };
}

/** Moves the example of a parameter to its description, because the page would send it. */
function withoutExample(parameter) {
  if (parameter.required) return;
  const { schema = {} } = parameter;
  const notes = [];
  for (const [name, from] of [
    ['example', parameter],
    ['example', schema],
    ['default', schema],
  ]) {
    if (from[name] === undefined) continue;
    const value = typeof from[name] === 'string' ? from[name] : JSON.stringify(from[name]);
    notes.push((name === 'default' ? 'Without it: ' : 'Example: ') + '`' + value + '`.');
    delete from[name];
  }
  parameter.description = [parameter.description].concat(notes).filter(Boolean).join(' ');
}

/** Lets the page show the example of bytes that are a text, such as a mail, where it would ask for a file. */
function asText(schema) {
  if (schema?.format === 'binary' && schema.example !== undefined) delete schema.format;
}

/** Asks for the key once: it has several names in requests. */
function withOneKey(document) {
  const { securitySchemes, ...components } = document.components;
  const [[name, scheme]] = Object.entries(securitySchemes);
  return {
    ...document,
    security: [{ [name]: [] }],
    components: { ...components, securitySchemes: { [name]: scheme } },
  };
}

const isDark = matchMedia('(prefers-color-scheme: dark)');
const showColours = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
isDark.addEventListener('change', showColours);
showColours();

/** Gives a name to each control that has none, and makes what can be scrolled reachable by keys. */
function nameControls() {
  for (const control of root.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])')) {
    const row = control.closest('[data-param-name]');
    const isBody = control.closest('.opblock-section-request-body');
    const name = row ? row.dataset.paramName : control.title || control.placeholder;
    control.setAttribute(
      'aria-label',
      control.id === 'servers' ? 'Server' : name || (isBody ? 'Body' : 'Media type'),
    );
  }
  for (const button of root.querySelectorAll('.close-modal')) button.ariaLabel = 'Close';
  // Their words say what they do, and differ from this label.
  for (const button of root.querySelectorAll('.auth-btn-wrapper [aria-label]'))
    button.removeAttribute('aria-label');
  for (const code of root.querySelectorAll('pre.microlight:not([tabindex])')) code.tabIndex = 0;
  authorize.textContent = root.querySelector('.btn.authorize.locked') ? 'Authorized' : 'Authorize';
}
new MutationObserver(nameControls).observe(root, { childList: true, subtree: true });
authorize.hidden = isOfWebhooks;
authorize.addEventListener('click', () => root.querySelector('.btn.authorize').click());

/** The groups of operations, in the order of the page: those that the document describes come first. */
function groupsOf(shown) {
  const described = shown.tags.map(({ name }) => name);
  return new Set([...described, ...operationsOf(shown).flatMap(({ tags }) => tags)]);
}

function showContents(shown) {
  const link = (name, href, onClick) => {
    const one = Object.assign(document.createElement('a'), { textContent: name, href });
    if (onClick) one.addEventListener('click', onClick);
    contents.querySelector('nav').append(one);
  };
  for (const name of isOfWebhooks ? [] : groupsOf(shown))
    link(name, '#/' + encodeURIComponent(name), (event) => {
      event.preventDefault();
      contents.open = false;
      ui.layoutActions.show(['operations-tag', name], true);
      root.querySelector(`[data-tag="${name}"]`).scrollIntoView();
    });
  if (shown.webhooks) link('Events of webhooks', '/docs/webhooks');
  contents.hidden = false;
}

fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((document) => {
    showContents(document);
    window.ui = SwaggerUIBundle({
      dom_id: '#documentation',
      presets: [SwaggerUIBundle.presets.apis],
      plugins: [openGroups(document.tags[0].name), parts, readsQuickly],
      layout: 'BaseLayout',
      docExpansion: 'none',
      deepLinking: true,
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
      // Otherwise the page asks a server of Swagger's about every document that is not on localhost.
      validatorUrl: null,
      requestInterceptor(request) {
        delete request.headers.accept;
        request.headers.Accept = 'application/json';
        return request;
      },
    });
    ui.specActions.updateUrl('');
    ui.specActions.updateLoadingStatus('success');
    ui.specActions.updateSpec(JSON.stringify(prepared(document)));
  });
