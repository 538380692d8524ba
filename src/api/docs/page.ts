/** The reference page: Swagger UI, with a search over all operations, and what holds for every call. */

const EVERYWHERE = `<section class="everywhere">
<h2>What holds everywhere</h2>
<details id="credentials"><summary>Credentials</summary>
<p>“Authorize” takes an e-mail address and an API key, which this page keeps until it is closed. <code>POST
/fetch_api_key</code> answers the key for a password.</p></details>
<details id="parameters"><summary>Parameters</summary>
<p>A call sends what is filled in, and nothing else. Texts are written as they are, all other types as JSON:
<code>10</code>, <code>true</code>, <code>[1, 2]</code>, <code>{"new": 11}</code>. A field marked as required must be
there.</p></details>
<details id="group-settings"><summary>Group-setting values</summary>
<p>Who may do something: the ID of a user group, <code>11</code>, or an object of people and groups,
<code>{"direct_members": [1, 2], "direct_subgroups": [11]}</code>. Deactivated people are never among them, and an object of
one group alone becomes the group’s ID.</p>
<p>A change is an object of the <code>new</code> value and, if the caller wants to be sure that nobody else has changed it,
the <code>old</code> one: <code>{"new": 11, "old": {"direct_members": [1], "direct_subgroups": []}}</code>. If another value
is set, the call is refused with <code>EXPECTATION_MISMATCH</code>. <code>server_supported_permission_settings</code> of
<code>POST /register</code> says what each setting can be set to.</p></details>
<details id="errors"><summary>Errors</summary>
<p>Every error has <code>result</code>, <code>msg</code>, a sentence for people, and <code>code</code>, for programs. Each
call lists its codes by HTTP status; fields that come with a code are described in its schema,
<code>BadNarrowError</code> for <code>BAD_NARROW</code>, at the end of this page.</p></details>
</section>`;

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hansard API</title>
<link rel="icon" href="reference/favicon-32x32.png">
<link rel="stylesheet" href="reference/swagger-ui.css">
<link rel="stylesheet" href="reference/page.css">
</head>
<body>
<main>
${EVERYWHERE}
<div id="reference"></div>
</main>
<script src="reference/swagger-ui-bundle.js"></script>
<script src="reference/start.js"></script>
</body>
</html>
`;

/** On narrow screens Swagger UI's columns are stacked. What every answer has alike is not displayed. */
export const STYLE = `main{display:flex;flex-direction:column;font-family:sans-serif;color:#3b4151}
.everywhere{box-sizing:border-box;width:100%;max-width:1460px;margin:0 auto;padding:0 20px;order:2;line-height:1.5}
.everywhere summary{cursor:pointer;padding:8px 0;font-weight:bold}
.everywhere code{overflow-wrap:anywhere;font-size:14px}
#reference{order:1}
.search{display:block;box-sizing:border-box;max-width:1460px;margin:24px auto 0;padding:0 20px;font-weight:bold}
.swagger-ui .search input{max-width:none;box-sizing:border-box;display:block;width:100%;margin-top:4px;padding:10px;font:inherit;border:2px solid #6b7280;border-radius:4px}
.swagger-ui textarea{min-height:0!important;height:4.5rem!important}
.swagger-ui .renderedMarkdown+div{margin-top:6px}
.swagger-ui .wrapper{padding:0 16px}
.swagger-ui .response-col_links{display:none}
.swagger-ui .response-control-media-type{display:none}
.swagger-ui tr.response:not([data-code="200"]) .model-example{display:none}
.swagger-ui .response-col_description code{overflow-wrap:anywhere}
@media (max-width:640px){
.swagger-ui .opblock .opblock-section-header{flex-wrap:wrap;gap:8px}
.swagger-ui .try-out__btn,.swagger-ui .try-out .btn{min-width:0;margin:0 0 0 8px;padding:5px 12px}
.swagger-ui .btn-group{padding:16px}
.swagger-ui .responses-table{table-layout:fixed}
.swagger-ui .responses-inner{padding:12px}
.swagger-ui .response-col_status,.swagger-ui .responses-table td.col_header:first-child{width:3.5rem}
.swagger-ui .response-col_description ul{padding-left:16px}
.swagger-ui .parameter__name,.swagger-ui .parameter__type,.swagger-ui .renderedMarkdown{overflow-wrap:anywhere}
.swagger-ui .parameters-col_description,.swagger-ui .parameters-col_name{max-width:100%;padding-left:0;padding-right:0}
.swagger-ui .responses-table .headers td,.swagger-ui .responses-table .headers th{display:block}
.swagger-ui .opblock-tag{font-size:20px;flex-wrap:wrap}
.swagger-ui .opblock-tag small{flex:1 0 100%;order:3;padding:0}
.swagger-ui .opblock-tag>a{flex:1}
.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}
.swagger-ui .opblock .opblock-summary-path{max-width:calc(100vw - 180px)}
.swagger-ui .opblock .opblock-summary-description{flex:1 0 100%;padding:4px 10px}
.swagger-ui .parameters-container table,.swagger-ui .opblock-section-request-body table,.swagger-ui table.parameters{display:block}
.swagger-ui table.parameters thead,.swagger-ui .parameters-container thead{display:none}
.swagger-ui tr.parameters,.swagger-ui tr.parameters>td,.swagger-ui table.parameters>tbody,.swagger-ui .opblock-section-request-body tbody{display:block;width:auto;min-width:0}
.swagger-ui .parameters-col_description input,.swagger-ui .parameters-col_description select,.swagger-ui .parameters-col_description textarea{width:100%;max-width:100%;min-width:0}
}
`;

/**
 * Sends exactly what was filled in: without this, Swagger UI fills every field with an example of its type
 * and sends emptied ones too. Lists are written as JSON: it would send their elements one by one. A required choice starts with its first value, which is the one displayed.
 */
const AS_WRITTEN = `const asWritten = ({ React: { createElement } }) => ({
  components: {
    JsonSchema_array: ({ value, onChange, description, disabled, keyName }) => {
      const text = typeof value === 'string' ? value : '';
      const write = (event) => onChange(event.target.value === '' ? undefined : event.target.value);
      const hint = '[ … ], as JSON';
      return createElement('textarea', { value: text, onChange: write, disabled, placeholder: hint, rows: 2, title: description, name: keyName });
    },
  },
  wrapComponents: {
    RequestBody: (Original, { React }) => (props) => {
      const getSampleSchema = (schema, type, ...rest) =>
        type === false ? undefined : props.fn.getSampleSchema(schema, type, ...rest);
      return React.createElement(Original, { ...props, fn: { ...props.fn, getSampleSchema } });
    },
    JsonSchemaForm: (Original, { React }) => (props) => {
      const value = props.value ?? (props.required ? props.schema.getIn(['enum', 0]) : undefined);
      return React.createElement(Original, { ...props, value });
    },
    ParameterIncludeEmpty: () => () => null,
  },
});
`;

/** Searches paths, summaries and names of fields; areas with hits unfold. Swagger UI itself searches names of areas. */
const SEARCH = `const wordsOf = (system) => {
  const phrase = system.layoutSelectors.currentFilter();
  return typeof phrase === 'string' ? phrase.toLowerCase().split(/\\s+/).filter(Boolean) : [];
};
const textOf = (one, area) => {
  const operation = one.get('operation');
  const names = (operation.get('parameters')?.toArray() ?? []).map((field) => field.get('name'));
  const body = operation.getIn(['requestBody', 'content'])?.first()?.getIn(['schema', 'properties']);
  const fields = [...names, ...(body ? body.keySeq().toArray() : [])];
  return [area, one.get('method'), one.get('path'), operation.get('summary'), ...fields].join(' ').toLowerCase();
};
const search = (system) => ({
  fn: {
    opsFilter: (areas) => {
      const words = wordsOf(system);
      const isHit = (one, area) => words.every((word) => textOf(one, area).includes(word));
      return areas
        .map((area, name) => area.update('operations', (all) => all.filter((one) => isHit(one, name))))
        .filter((area) => area.get('operations').size > 0);
    },
  },
  components: {
    FilterContainer: ({ layoutSelectors, layoutActions }) => {
      const { createElement } = system.React;
      const phrase = layoutSelectors.currentFilter();
      const onChange = (event) => layoutActions.updateFilter(event.target.value === '' ? true : event.target.value);
      const value = typeof phrase === 'string' ? phrase : '';
      const input = createElement('input', { type: 'search', value, onChange, placeholder: 'topic, PATCH, can_send_message_group …' });
      return createElement('label', { className: 'search' }, 'Search calls and fields', input);
    },
  },
  wrapComponents: {
    OperationTag: (Original, { React }) => (props) => {
      const docExpansion = wordsOf(system).length > 0 ? 'list' : 'none';
      const getConfigs = () => ({ ...props.getConfigs(), docExpansion });
      return React.createElement(Original, { ...props, getConfigs });
    },
  },
});
`;

export const START = `${AS_WRITTEN}${SEARCH}SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
  plugins: [asWritten, search],
});
const unfold = () => {
  const part = location.hash.startsWith('#/') ? null : document.getElementById(location.hash.slice(1));
  if (part instanceof HTMLDetailsElement) part.open = true;
  part?.scrollIntoView();
};
addEventListener('hashchange', unfold);
addEventListener('load', unfold);
`;
