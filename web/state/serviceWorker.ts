/** Lets the page open without a connection (`web/offline.ts`), where the browser can do that. */

const PATH = '/app/offline.js';

interface Policy {
  createScriptURL(path: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The page's policy lets nothing but this one file become a worker. */
const policy: Policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('offline', {
  createScriptURL: () => PATH,
}) ?? { createScriptURL: () => PATH };

/** Keeps the page's files. Only over TLS, or on the reader's own machine: browsers offer it nowhere else. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register(policy.createScriptURL(PATH), { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined);
}
