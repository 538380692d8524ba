import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

/** The release of this server. */
export const SERVICE_VERSION = version;

/** The interface version: all features introduced up to this level are supported. */
export const FEATURE_LEVEL = 500;
