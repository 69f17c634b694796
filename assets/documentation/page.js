'use strict';
function withEmptyParameters(document) {
  for (const parameter of Object.values(document.components.parameters))
    if (!parameter.required) empty(parameter);
  for (const operations of Object.values(document.paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) if (!parameter.required && !parameter.$ref) empty(parameter);
    }
  }
  return document;
}
function empty(parameter) {
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
const root = document.getElementById('documentation');
const isDark = matchMedia('(prefers-color-scheme: dark)');
const showColours = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
isDark.addEventListener('change', showColours);
showColours();
/** Gives a name to each control that has none. */
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
}
new MutationObserver(nameControls).observe(root, { childList: true, subtree: true });
document
  .getElementById('authorize')
  .addEventListener('click', () => document.querySelector('#documentation .btn.authorize').click());
function showContents(tags) {
  for (const { name } of tags) {
    const link = document.createElement('a');
    link.href = '#operations-tag-' + name.replaceAll(' ', '_');
    link.textContent = name;
    document.querySelector('nav').append(link);
  }
}
fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((document) => {
    showContents(document.tags);
    window.ui = SwaggerUIBundle({
      spec: withEmptyParameters(document),
      dom_id: '#documentation',
      presets: [SwaggerUIBundle.presets.apis],
      layout: 'BaseLayout',
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
  });
