/** Light or dark: as the person has chosen, from the first moment on. */
import { effect } from '@preact/signals';
import { settings } from './data.ts';
import { localText, setLocalText } from './localValues.ts';

const KEPT = 'scheme';
/** By the number of the setting; 1 is as the system. */
const SCHEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

function show(scheme: string): void {
  const { dataset } = document.documentElement;
  if (scheme === '') delete dataset['scheme'];
  else dataset['scheme'] = scheme;
}

/** Shows what was chosen last, and follows what is chosen. */
export function followAppearance(): void {
  show(localText(KEPT));
  effect(() => {
    const chosen = settings.value?.color_scheme;
    if (chosen === undefined) return;
    const scheme = SCHEMES[Number(chosen)] ?? '';
    setLocalText(KEPT, scheme);
    show(scheme);
  });
}
