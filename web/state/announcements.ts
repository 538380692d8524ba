/** Announcements for screen readers of what happens elsewhere on the page. */
import { signal } from '@preact/signals';

export const announcement = signal('');
