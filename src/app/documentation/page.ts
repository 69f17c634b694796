/** The mark of the product: a bubble of speech with a tick. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<path fill="#0f766e" d="M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"/>
<path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M10 14l4.5 4.5L22.500 9.500"/>
</svg>
`;

/** The page at `/docs`. All that it loads lies beside it. */
export const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Support Desk API</title>
  <link rel="icon" type="image/svg+xml" href="/docs/mark.svg">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <link rel="stylesheet" href="/docs/page.css">
</head>
<body>
  <header>
    <a href="/docs"><img src="/docs/mark.svg" alt="" width="32" height="32">Support Desk <span>API</span></a>
    <nav aria-label="Contents"></nav>
    <button type="button" id="authorize">Authorize</button>
    <a href="/openapi.json">openapi.json</a>
  </header>
  <div id="documentation"><p>The page is loading. The document itself is at <a href="/openapi.json">openapi.json</a>.</p></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/page.js"></script>
</body>
</html>
`;

/** Colours, and the width of a phone. */
export const STYLE = `:root { --ink: #17324d; --accent: #0f766e; --paper: #f7f9fb; }
html { box-sizing: border-box; scroll-padding-top: 60px; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: system-ui, sans-serif; }
header { position: sticky; top: 0; z-index: 5; display: flex; justify-content: space-between; align-items: center; gap: 16px;
  padding: 8px 20px; background: var(--ink); }
header a { display: flex; align-items: center; gap: 10px; color: #fff; text-decoration: none; }
header > a:first-child { font-size: 18px; font-weight: 600; }
header nav { display: flex; gap: 14px; overflow-x: auto; flex: 1; white-space: nowrap; }
header nav a { font-size: 14px; }
#authorize { padding: 5px 14px; border: 1px solid #fff; border-radius: 4px; background: none; color: #fff; font: inherit; cursor: pointer; }
header span { font-weight: 400; opacity: 0.8; }
#documentation > p { padding: 20px; }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .info .title { color: var(--ink); }
.swagger-ui .info .title small { background: var(--accent); }
.swagger-ui .info .renderedMarkdown { max-width: 800px; }
.swagger-ui .info .renderedMarkdown p { font-size: 15px; line-height: 1.55; }
.swagger-ui .info .renderedMarkdown code, .swagger-ui .opblock .renderedMarkdown code { color: var(--accent); font-weight: 500; }
.swagger-ui .info h2 { margin: 28px 0 8px; font-size: 19px; color: var(--ink); }
.swagger-ui .info p, .swagger-ui .info li { color: #22384d; }
.swagger-ui .info .renderedMarkdown pre { padding: 10px 12px; border-radius: 4px; background: var(--ink); overflow-x: auto; }
.swagger-ui .info .renderedMarkdown pre code { background: none; color: #fff; white-space: pre; }
.swagger-ui .info a, .swagger-ui .opblock-tag a { color: var(--accent); }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; padding: 8px 0; }
.swagger-ui .btn.authorize { color: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); }
.swagger-ui .opblock-tag { color: var(--ink); }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3ebf2; --accent: #5eead4; --paper: #12181f; color-scheme: dark; }
  header { background: #0b2036; }
  .swagger-ui .info p, .swagger-ui .info li, .swagger-ui .examples-select__section-label { color: #c9d5df; }
  .swagger-ui .info .renderedMarkdown pre, .swagger-ui .btn.execute, .swagger-ui .info .title small { background: #0f766e; }
}
@media (max-width: 640px) {
  header { flex-wrap: wrap; gap: 6px 12px; }
  header > a:last-child { display: none; }
  header nav { order: 1; flex: 1 0 100%; flex-wrap: wrap; gap: 2px 12px; white-space: normal; min-width: 0; }
  html { scroll-padding-top: 120px; }
  #servers { max-width: 100%; }
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .info { margin: 16px 0; }
  .swagger-ui .info .title { font-size: 26px; }
  .swagger-ui .opblock-tag { display: grid; grid-template-columns: 1fr auto; padding: 8px; font-size: 20px; }
  .swagger-ui .opblock-tag small { grid-row: 2; grid-column: 1 / -1; padding: 0; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 62px; padding: 6px 0; font-size: 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: nowrap; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-direction: column; align-items: flex-start; gap: 2px; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; font-size: 13px; padding: 0 6px; }
  .swagger-ui .opblock .opblock-summary-description { padding: 0 6px; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr,
  .swagger-ui table.parameters > tbody > tr > td { display: block; width: 100%; max-width: 100%; }
  .swagger-ui table.parameters > thead { display: none; }
  .swagger-ui table.parameters input, .swagger-ui table.parameters select, .swagger-ui table.parameters textarea { width: 100%; max-width: 100%; min-width: 0; }
  .swagger-ui .parameters-col_description { margin-bottom: 12px; }
  .swagger-ui .responses-wrapper, .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .opblock-body pre.microlight, .swagger-ui .highlight-code { max-width: calc(100vw - 56px); overflow-x: auto; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui table.responses-table { table-layout: fixed; }
  .swagger-ui table.responses-table .response-col_status { width: 52px; }
  .swagger-ui .dialog-ux .modal-ux { width: calc(100vw - 24px); min-width: 0; }
}
`;

/** Shows the document. Parameters that are not required start empty: what they may be stands in their description. */
export const SCRIPT = `'use strict';
function withEmptyParameters(document) {
  for (const parameter of Object.values(document.components.parameters)) if (!parameter.required) empty(parameter);
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
  for (const [name, from] of [['example', parameter], ['example', schema], ['default', schema]]) {
    if (from[name] === undefined) continue;
    const value = typeof from[name] === 'string' ? from[name] : JSON.stringify(from[name]);
    notes.push((name === 'default' ? 'Without it: ' : 'Example: ') + '\`' + value + '\`.');
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
    control.setAttribute('aria-label', control.id === 'servers' ? 'Server' : name || (isBody ? 'Body' : 'Media type'));
  }
}
new MutationObserver(nameControls).observe(root, { childList: true, subtree: true });
document.getElementById('authorize').addEventListener('click', () => document.querySelector('#documentation .btn.authorize').click());
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
`;
