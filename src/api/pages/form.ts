/** Accessible forms that work with and without scripts (WCAG 2.2): labels, hints and error messages. */
import { html, type Html } from '../../html.ts';

/** One form field. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** The `autocomplete` token (WCAG 1.3.5). */
  readonly autocomplete: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
  /** Why the value was rejected. */
  readonly fault?: string | undefined;
  readonly isReadOnly?: boolean;
  /** Choices; an optional field starts with an empty one. */
  readonly options?: readonly (readonly [value: string, label: string])[];
}

/** A form that posts to its own URL. */
export const formOf = (fields: readonly FormField[], button: string): Html =>
  html`${summaryOf(fields)}
    <form method="post" novalidate>
      ${fields.map(fieldOf)}
      <button type="submit">${button}</button>
    </form>`;

function summaryOf(fields: readonly FormField[]): Html | undefined {
  const faulty = fields.filter(({ fault }) => fault !== undefined);
  if (faulty.length === 0) return undefined;
  return html`<section class="faults" aria-labelledby="faults" tabindex="-1" autofocus>
    <h2 id="faults">There is a problem</h2>
    <ul>
      ${faulty.map(({ name, label, fault }) => html`<li><a href="#${name}">${label}: ${fault}</a></li>`)}
    </ul>
  </section>`;
}

function fieldOf(field: FormField): Html {
  const { name, label, hint, fault } = field;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${field.options ? choiceOf(field) : inputOf(field)}
  </div>`;
}

const inputOf = (field: FormField): Html =>
  html`<input
    id="${field.name}"
    name="${field.name}"
    type="${field.type ?? 'text'}"
    value="${field.value ?? ''}"
    autocomplete="${field.autocomplete}"
    ${field.isReadOnly === true ? html`readonly` : html`required`}
    ${field.type !== undefined && html`autocapitalize="none" spellcheck="false"`}
    ${descriptionOf(field)}
  />`;

const choiceOf = (field: FormField): Html =>
  html`<select id="${field.name}" name="${field.name}" ${descriptionOf(field)}>
    ${field.options?.map(
      ([value, label]) =>
        html`<option value="${value}" ${value === field.value && html`selected`}>${label}</option>`,
    )}
  </select>`;

/** What screen readers announce with the field. */
function descriptionOf({ name, hint, fault }: FormField): Html | undefined {
  const parts = [fault !== undefined && `${name}-fault`, hint !== undefined && `${name}-hint`].filter(
    Boolean,
  );
  if (parts.length === 0) return undefined;
  return html`aria-describedby="${parts.join(' ')}" ${fault !== undefined && html`aria-invalid="true"`}`;
}
