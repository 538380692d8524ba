/** Forms and switches of settings. Each change is saved by itself, and what the server refuses is said. */
import type { ComponentChildren } from 'preact';
import { attempt, showNotice } from '../../state/connection.ts';
import { strings } from '../../strings.ts';

interface FormProps {
  readonly title: string;
  readonly hint?: string;
  readonly button?: string;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form with one button; it says that it has saved. */
export const SettingsForm = ({ title, hint, button = strings.save, onSubmit, children }: FormProps) => (
  <form
    class="settings"
    onSubmit={(event) => {
      event.preventDefault();
      const form = event.currentTarget;
      void attempt(() => onSubmit(new FormData(form))).then((worked) => {
        if (worked) showNotice(strings.saved);
      });
    }}
  >
    <h2>{title}</h2>
    {hint !== undefined && <p class="quiet">{hint}</p>}
    {children}
    <p class="buttons">
      <button type="submit" class="primary">
        {button}
      </button>
    </p>
  </form>
);

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => Promise<unknown>;
}

/** On or off; saved at once. */
export const Switch = ({ label, isOn, onChange }: SwitchProps) => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      onChange={(event) => {
        const box = event.currentTarget;
        void attempt(() => onChange(box.checked)).then((worked) => {
          if (!worked) box.checked = isOn;
        });
      }}
    />
    <span>{label}</span>
  </label>
);

interface ChoiceProps {
  readonly label: string;
  readonly value: string | number;
  readonly options: readonly (readonly [value: string | number, label: string])[];
  readonly onChange: (value: string) => Promise<unknown>;
}

/** One of several; saved at once. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label>
    {label}
    <select
      value={String(value)}
      onChange={(event) => void attempt(() => onChange(event.currentTarget.value))}
    >
      {options.map(([each, text]) => (
        <option key={each} value={String(each)}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

interface AddingProps {
  readonly label: string;
  readonly onAdd: (text: string) => Promise<unknown>;
}

/** A field that adds one thing to a list, and is empty again. */
export const AddingForm = ({ label, onAdd }: AddingProps) => (
  <form
    class="adding"
    onSubmit={(event) => {
      event.preventDefault();
      const form = event.currentTarget;
      const text = String(new FormData(form).get('text')).trim();
      void attempt(() => onAdd(text)).then((worked) => {
        if (worked) form.reset();
      });
    }}
  >
    <input name="text" required aria-label={label} placeholder={label} dir="auto" />
    <button type="submit">{strings.add}</button>
  </form>
);
