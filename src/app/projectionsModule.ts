/** Address of the module in which a thread finds the projections that it runs. */
export const PROJECTIONS_MODULE = new URL(
  import.meta.url.endsWith('.ts') ? '../projections/catalog.ts' : '../projections/catalog.js',
  import.meta.url,
).href;
