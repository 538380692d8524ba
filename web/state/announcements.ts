/** What readers of the screen hear of what happens beside what they do. */
import { signal } from '@preact/signals';

export const announcement = signal('');
