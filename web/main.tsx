/** The beginning of the page. */
import { retryNow } from '@hansard/client';
import { render } from 'preact';
import { followAppearance } from './state/appearance.ts';
import { guardCompositions } from './state/compositions.ts';
import { listenToKeys } from './state/keys.ts';
import { begin } from './state/session.ts';
import { App } from './view/app.tsx';

const page = document.getElementById('page');
if (page === null) throw new Error('The document has no place for the page.');
guardCompositions();
followAppearance();
render(<App />, page);
listenToKeys();
for (const name of ['online', 'focus']) addEventListener(name, retryNow);
void begin();
